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

Decides whether something is a messaging service with this API: "This is the service", "This is the service, with N
differences", or "This is not a service with this API", with the reason. Then lists the differences, what the client and
the emulator do about each, and what was skipped.

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
  --details                 also list each case and each open point
  --json                    print the report as JSON
  --junit <file>            write the report as JUnit XML
  --write <file>            write the emulator configuration with the same interpretations
  --version                 print the version
  --help                    print this text

On a terminal the text has colors. NO_COLOR=1 turns them off, and FORCE_COLOR=1 turns them on.

Exit codes: 0 this is the service, 1 this is the service, with differences, 2 this is not a service with this API,
3 the check was not made: the command line is invalid, the service refuses a key, or a file cannot be written.
`;

/** Parses the command line: the service, the form of the report, and the files to write. */
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
  const { details, json, junit, write } = values;
  return { target, details, json, junit, write };
}

const OPTIONS = {
  'base-url': { type: 'string' },
  'account-key': { type: 'string' },
  'organization-key': { type: 'string' },
  sender: { type: 'string' },
  'allow-sending': { type: 'boolean', default: false },
  to: { type: 'string' },
  details: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  junit: { type: 'string' },
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
