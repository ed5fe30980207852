import { readArguments, UsageError } from '@messaging-service/command-line';
import { hintOf, WebhookVerificationError } from '../errors/errors.ts';
import { type CapturedRequest, type Diagnosis, diagnose } from './diagnose.ts';
import { printableJson } from './printable-json.ts';
import { readCapture, readHeaderLine, readInstant } from './read-capture.ts';
import { findSecrets, readInput, readNumber, SECRET_OPTIONS, SECRET_USAGE } from './read-input.ts';

/** The text of `verify --help`. */
export const VERIFY_USAGE = `Usage: messaging-webhooks verify [options] <file>
       messaging-webhooks verify [options] --body <file> --header "signature: …" --header "timestamp: …" …

Verifies a captured request, and explains why it fails. The file, or standard input for -, is an HTTP message with its
headers and its unchanged body, or JSON with "headers" and "body": the event of a Lambda function, or the line that
listen --json prints for a refused request.

${SECRET_USAGE}                          (may be repeated)
  --environment <name>    the expected environment (default: any)
  --tolerance <seconds>   how far its timestamp may differ from now; off accepts any (default: 300)
  --now <instant>         when it was received: ISO 8601, or epoch milliseconds (default: the capture's "at", or now)
  --body <file>           its body, if --header passes the headers
  --header <line>         one of its headers, "name: value"; may be repeated
  --sent <file>           the body as it was sent, to distinguish a wrong secret from a changed body
  --json                  print one line of JSON
  --help                  print this help
`;

const SIGNS = { good: 'ok   ', bad: 'WRONG', note: 'note ' } as const;

/**
 * The command `verify`.
 *
 * @param args - The arguments after the name of the command.
 * @returns 0 if the request is verified, 1 if not.
 */
export async function verifyCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(
    args,
    {
      ...SECRET_OPTIONS,
      environment: { type: 'string', multiple: true },
      tolerance: { type: 'string', default: '300' },
      now: { type: 'string' },
      body: { type: 'string' },
      header: { type: 'string', multiple: true },
      sent: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
    { most: 1 },
  );
  const { environment, tolerance, now, body, header, sent, json } = values;
  const request = readRequest(positionals[0], body, header);
  const secrets = findSecrets(values);
  if (secrets.length === 0)
    throw new UsageError(
      'There is no secret. Use --secret-file or --secret, or set MESSAGING_WEBHOOK_SECRET.',
    );
  const diagnosis = diagnose(request, {
    secrets,
    now: readNow(now) ?? request.at ?? Date.now(),
    tolerance: tolerance === 'off' ? false : readNumber('--tolerance', tolerance),
    ...(environment === undefined ? {} : { environment }),
    sent: sent === undefined ? undefined : readInput('--sent', sent),
  });
  process.stdout.write(`${json ? JSON.stringify(summaryOf(diagnosis)) : asText(diagnosis)}\n`);
  return diagnosis.outcome instanceof WebhookVerificationError ? 1 : 0;
}

function readRequest(
  file: string | undefined,
  body: string | undefined,
  headers: readonly string[] | undefined,
): CapturedRequest {
  if (file !== undefined && body === undefined && headers === undefined)
    return readCapture(readInput('The captured request', file));
  if (file === undefined && body !== undefined)
    return { body: readInput('--body', body), headers: (headers ?? []).map(readHeaderLine) };
  throw new UsageError('Pass either one file with the captured request, or --body and --header.');
}

function readNow(text: string | undefined): number | undefined {
  const ms = readInstant(text);
  if (text !== undefined && ms === undefined)
    throw new UsageError(`--now must be ISO 8601 or epoch milliseconds; got ${text}.`);
  return ms;
}

function summaryOf({ outcome, findings }: Diagnosis): object {
  if (outcome instanceof WebhookVerificationError)
    return { verified: false, code: outcome.code, hint: hintOf(outcome), findings };
  const { kind, environment, matched } = outcome;
  return { verified: true, kind, environment, matched, findings };
}

function asText({ outcome, findings }: Diagnosis): string {
  const head =
    outcome instanceof WebhookVerificationError
      ? `NOT VERIFIED: ${outcome.message}`
      : `Verified: ${outcome.kind} from ${printableJson(outcome.environment)}, ${
          outcome.matched === 'raw' ? 'signed as received' : 'signed in its minified form'
        }`;
  const lines = findings.map(({ verdict, text }) => `  ${SIGNS[verdict]}  ${text}`);
  return [head, ...lines].join('\n');
}
