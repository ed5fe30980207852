import { readArguments, UsageError } from '@messaging-service/command-line';
import { NOT_A_WEB_URL, uncached, webUrlProblem } from '@messaging-service/contract';
import { sign } from '../sign/sign.ts';
import { buildEvent, KINDS } from './build-event.ts';
import { printableJson } from './printable-json.ts';
import { findSecrets, readInput, readNumber, SECRET_OPTIONS, SECRET_USAGE } from './read-input.ts';

/** The text of `simulate --help`. */
export const SIMULATE_USAGE = `Usage: messaging-webhooks simulate [options] <url>

Sends an event to a URL as the service does, prints the response, and reports whether the service would count it as success.
It signs only inbound messages; --sign and --unsigned change that.

  --kind <kind>           ${KINDS.join(', ')} (default: ${KINDS[0]})
  --set <name=value>      a member of the payload, such as message=YES or receiptInfo.code=22; may be repeated
  --body <file>           send this file unchanged, or standard input for -, instead of a generated payload
${SECRET_USAGE}  --environment <name>    the environment header (default: emulator, as the emulator sends)
  --timestamp <epoch>     the timestamp header, in seconds or milliseconds (default: now)
  --sign                  sign an event of any kind
  --unsigned              do not sign
  --timeout <seconds>     how long to wait for the response (default: 10)
  --json                  print one line of JSON
  --help                  print this help
`;

/** The outcome of a request. */
interface Outcome {
  readonly status?: number;
  readonly contentType?: string | null;
  readonly body?: string;
  /** Why there was no response. */
  readonly failure?: string;
}

/** The number of characters of a response that are printed. */
const MAX_SHOWN_CHARACTERS = 2000;

/**
 * The command `simulate`.
 *
 * @param args - The arguments after the name of the command.
 * @returns 0 if the response is 200, the only status that the service counts as success. See WHK-1.
 */
export async function simulateCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(
    args,
    {
      ...SECRET_OPTIONS,
      kind: { type: 'string', default: KINDS[0] ?? '' },
      set: { type: 'string', multiple: true, default: [] as string[] },
      body: { type: 'string' },
      environment: { type: 'string', default: 'emulator' },
      timestamp: { type: 'string' },
      sign: { type: 'boolean', default: false },
      unsigned: { type: 'boolean', default: false },
      timeout: { type: 'string', default: '10' },
      json: { type: 'boolean', default: false },
    },
    { most: 1 },
  );
  const url = readUrl(positionals[0]);
  const timeoutMs = readNumber('--timeout', values.timeout, 3600) * 1000;
  const body =
    values.body === undefined
      ? Buffer.from(JSON.stringify(buildEvent(values.kind, values.set)))
      : readInput('--body', values.body);
  const isSigned = (values.sign || values.kind === 'inbound-message') && !values.unsigned;
  const secrets = isSigned ? findSecrets(values) : [];
  const [secret] = secrets;
  if (isSigned && secrets.length !== 1)
    throw new UsageError('Pass exactly one secret to sign with (see --help), or --unsigned.');
  const { environment, timestamp = String(Math.floor(Date.now() / 1000)) } = values;
  const signature = secret === undefined ? {} : await sign({ body, secret, environment, timestamp });
  const headers = { 'content-type': 'application/json', ...signature };
  const outcome = await send(url, headers, body, timeoutMs);
  const isSuccess = outcome.status === 200;
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ success: isSuccess, ...outcome, request: { headers, body: body.toString('utf8') } })}\n`
      : asText(outcome, isSuccess, secret !== undefined, values.body ?? values.kind),
  );
  return isSuccess ? 0 : 1;
}

function readUrl(text: string | undefined): URL {
  const problem = text === undefined ? NOT_A_WEB_URL : webUrlProblem(text);
  if (text !== undefined && problem === undefined) return new URL(text);
  throw new UsageError(
    problem === NOT_A_WEB_URL
      ? 'Pass the URL to send to. It must begin with http:// or https://.'
      : `The URL to send to ${problem}.`,
  );
}

/** Does not follow redirects, because the service does not: they are responses other than 200. */
async function send(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Buffer<ArrayBuffer>,
  timeoutMs: number,
): Promise<Outcome> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const init = { method: 'POST', headers, body, redirect: 'manual', signal, ...uncached() } as const;
    const response = await fetch(url, init);
    const contentType = response.headers.get('content-type');
    return { status: response.status, contentType, body: await response.text() };
  } catch (error) {
    const { name, message, cause } = error as Error;
    if (name === 'TimeoutError') return { failure: `none within ${timeoutMs / 1000} s` };
    return { failure: `none: ${(cause as Error | undefined)?.message ?? message}` };
  }
}

function asText(
  { status, body = '', failure }: Outcome,
  isSuccess: boolean,
  isSigned: boolean,
  sent: string,
): string {
  const shown = body.length > MAX_SHOWN_CHARACTERS ? `${body.slice(0, MAX_SHOWN_CHARACTERS)}…` : body;
  const verdict = isSuccess
    ? 'The service counts this as success.'
    : 'The service counts this as a failure and retries up to 5 times: only status 200 is success.';
  const hint = status === 401 && isSigned ? '\nDoes the receiver have the same secret?' : '';
  return `${isSigned ? 'Signed' : 'Unsigned'} ${sent} sent.
Response: ${failure ?? status}${shown === '' ? '' : ` ${/^[ -~]*$/.test(shown) ? shown : printableJson(shown)}`}
${verdict}${hint}
`;
}
