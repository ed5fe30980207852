import { parseArgs } from 'node:util';
import { phoneNumberSchema, senderIdSchema, validate } from '@messaging-service/contract';
import type { ConformanceTarget } from '../service/target.ts';

/** What the command line asks for. */
export interface CliOptions {
  readonly target: ConformanceTarget;
  readonly json: boolean;
  /** Where the emulator's configuration is to be written. */
  readonly write: string | undefined;
}

/** The text of `--help`. */
export const USAGE = `Usage: messaging-conformance --base-url <url> --account-key <key> [options]

Asks a messaging service what it can be asked, and prints clause by clause what holds, what does not and what could not
be asked; then which reading it follows where the specification leaves a choice.

Unless --allow-sending is given, nothing is sent, nothing costs and nothing is left behind: only reads, requests that
must be refused, and dry runs, for which messages are scheduled a week ahead until dry runs are known to queue nothing.

  --base-url <url>          base address of the service
  --account-key <key>       API key of the account; default MESSAGING_ACCOUNT_KEY of the environment
  --organization-key <key>  API key of the organization; default MESSAGING_ORGANIZATION_KEY
  --sender <sender>         sender ID that the account owns; without it, batches cannot be asked after
  --allow-sending           send messages, and with an organization key create, top up and deactivate an account;
                            costs credits and needs --to
  --to <number>             mobile number that messages go to
  --json                    print the report as JSON
  --write <file>            write the emulator configuration that follows the same readings
  --help                    print this

Exit codes: 0 all that could be asked holds, 1 something does not hold, 2 the command line is wrong or the service
cannot be reached.
`;

/** Something wrong with the command line, in words for the person who typed it. */
export class UsageError extends Error {}

/** Reads the command line; undefined when only help is asked for. */
export function readCommandLine(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): CliOptions | undefined {
  const values = parse(args);
  if (values.help) return undefined;
  const dryRunOnly = !values['allow-sending'];
  const { to } = values;
  if (!dryRunOnly && to === undefined)
    throw new UsageError('--allow-sending needs --to: the number to send to.');
  if (to !== undefined && !validate(phoneNumberSchema, to).ok)
    throw new UsageError(`--to ${to} is no mobile number with its country code, such as 447700900123.`);
  const { sender } = values;
  if (sender !== undefined && !validate(senderIdSchema, sender).ok)
    throw new UsageError(`--sender ${JSON.stringify(sender)} is no sender ID.`);
  const accountKey = values['account-key'] ?? env.MESSAGING_ACCOUNT_KEY;
  if (accountKey === undefined || accountKey === '') throw new UsageError('--account-key is missing.');
  const organizationKey = values['organization-key'] ?? env.MESSAGING_ORGANIZATION_KEY;
  const keys = { accountKey, organizationKey: organizationKey === '' ? undefined : organizationKey };
  return {
    target: { baseUrl: readBaseUrl(values['base-url']), keys, dryRunOnly, to, sender },
    json: values.json,
    write: values.write,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'base-url': { type: 'string' },
        'account-key': { type: 'string' },
        'organization-key': { type: 'string' },
        sender: { type: 'string' },
        'allow-sending': { type: 'boolean', default: false },
        to: { type: 'string' },
        json: { type: 'boolean', default: false },
        write: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readBaseUrl(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--base-url is missing.');
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UsageError(`--base-url ${text} is not an absolute http or https URL without a query.`);
  return text;
}
