import { readArguments, UsageError } from '@messaging-service/command-line';
import {
  NOT_A_WEB_URL,
  readPhoneNumber,
  senderIdSchema,
  validate,
  webUrlProblem,
} from '@messaging-service/contract';
import type { ConformanceTarget } from '../service/target.ts';

/** The text of `--help`. */
export const USAGE = `Usage: messaging-conformance --base-url <url> --account-key <key> [options]

Tests whether a messaging service conforms to the specification and prints a result for each case: passed, failed or
skipped. Then prints how the service resolves the points that the specification leaves open.

Without --allow-sending, the command sends no messages, costs nothing and changes nothing. It makes only reads,
requests that must be refused, and dry runs. The first dry run is scheduled a week ahead, in case the service does not
support dry runs.

  --base-url <url>          base URL of the service; default: environment variable MESSAGING_BASE_URL
  --account-key <key>       API key of the account; default: MESSAGING_ACCOUNT_KEY
  --organization-key <key>  API key of the organization; default: MESSAGING_ORGANIZATION_KEY
  --sender <sender>         sender ID that the account owns; without it, cases about batches are skipped
  --allow-sending           send messages, and with an organization key create, top up and deactivate an account;
                            costs credits and requires --to
  --to <number>             mobile number of the recipient
  --json                    print the report as JSON
  --write <file>            write the emulator configuration with the same interpretations
  --version                 print the version
  --help                    print this text

Exit codes: 0 no case failed, 1 a case failed, 2 the command line is invalid, or the service cannot be
reached or refuses a key.
`;

/** Parses the command line: the service, whether the report is JSON, and the file for the emulator's configuration. */
export function readCommandLine(args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const { values } = readArguments(args, OPTIONS);
  const dryRunOnly = !values['allow-sending'];
  const to = values.to === undefined ? undefined : readPhoneNumber(values.to);
  if (!dryRunOnly && values.to === undefined)
    throw new UsageError('--allow-sending requires --to: the number of the recipient.');
  if (values.to !== undefined && to === undefined)
    throw new UsageError(
      `--to must be a mobile number with a country code, such as 447700900123; got ${values.to}.`,
    );
  const { sender } = values;
  if (sender !== undefined && !validate(senderIdSchema, sender).ok)
    throw new UsageError(
      `--sender must be a sender ID of 1 to 64 characters, such as DEMO; got ${JSON.stringify(sender)}.`,
    );
  const accountKey = values['account-key'] ?? env.MESSAGING_ACCOUNT_KEY;
  if (accountKey === undefined || accountKey === '')
    throw new UsageError('--account-key is missing. Pass it, or set MESSAGING_ACCOUNT_KEY.');
  const organizationKey = values['organization-key'] ?? env.MESSAGING_ORGANIZATION_KEY;
  const keys = { accountKey, organizationKey: organizationKey === '' ? undefined : organizationKey };
  const baseUrl = readBaseUrl(values['base-url'] ?? env.MESSAGING_BASE_URL);
  const target: ConformanceTarget = { baseUrl, keys, dryRunOnly, to, sender };
  return { target, json: values.json, write: values.write };
}

const OPTIONS = {
  'base-url': { type: 'string' },
  'account-key': { type: 'string' },
  'organization-key': { type: 'string' },
  sender: { type: 'string' },
  'allow-sending': { type: 'boolean', default: false },
  to: { type: 'string' },
  json: { type: 'boolean', default: false },
  write: { type: 'string' },
} as const;

function readBaseUrl(text: string | undefined): string {
  if (text === undefined || text === '')
    throw new UsageError('--base-url is missing. Pass it, or set MESSAGING_BASE_URL.');
  const problem = webUrlProblem(text);
  if (problem !== undefined && problem !== NOT_A_WEB_URL) throw new UsageError(`--base-url ${problem}.`);
  const url = problem === undefined ? new URL(text) : null;
  if (url !== null && (url.username !== '' || url.password !== ''))
    throw new UsageError('--base-url must not contain a user name or a password.');
  if (url === null || url.search !== '' || url.hash !== '')
    throw new UsageError(
      `--base-url must be an absolute http or https URL without a query, such as https://api.example.com; got ${text}.`,
    );
  return text;
}
