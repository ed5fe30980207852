import { type Check, type Issue, issuesAt } from '@messaging-service/contract';
import { ConfigurationError } from '../errors/call-errors.ts';
import { checkCount, checkKey, checkTimeout } from '../option-checks.ts';
import { readVariable } from '../read-variable.ts';
import { checkBaseUrl } from './base-url.ts';
import type { AccountClientOptions, FullClientOptions, OrganizationClientOptions } from './options.ts';
import { readClientOptions } from './resolve-options.ts';

/** Environment variables by name, such as `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The options of a client by the keys that {@link optionsFromEnvironment} requires. */
export interface EnvironmentOptions {
  /** A client that sends. */
  account: AccountClientOptions;
  /** A client that manages accounts. */
  organization: OrganizationClientOptions;
  /** A client that does both. */
  both: FullClientOptions;
}

/**
 * Reads the options of a client from environment variables. Only the variables below are read. An empty one counts as not
 * set.
 *
 * | variable | option |
 * |---|---|
 * | `MESSAGING_BASE_URL` | `baseUrl`, required |
 * | `MESSAGING_ACCOUNT_KEY` | `accountKey` |
 * | `MESSAGING_ORGANIZATION_KEY` | `organizationKey` |
 * | `MESSAGING_TIMEOUT` | `timeout`, in milliseconds |
 * | `MESSAGING_TOTAL_TIMEOUT` | `totalTimeout`, in milliseconds |
 * | `MESSAGING_RETRY_ATTEMPTS` | `retry.attempts` |
 *
 * @param env - The variables. Default: those of the process, in Node, Bun, and Deno where it is allowed.
 * @param keys - The required keys: `account`, `organization` or `both`. Other keys that are set are read as well. Default:
 * `account`.
 * @throws {ConfigurationError} A variable is missing or invalid. The error names the variable, never its value.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const env = {
 *   MESSAGING_BASE_URL: 'https://api.example.com',
 *   MESSAGING_ACCOUNT_KEY: '0123456789abcdef0123456789abcdef',
 *   MESSAGING_ORGANIZATION_KEY: '00112233445566778899aabbccddeeff',
 * };
 * const client = createMessagingClient(optionsFromEnvironment(env));
 * const patient = createMessagingClient({ ...optionsFromEnvironment(env), timeout: 60_000 });
 * await Promise.all([client.batches.listPending(), patient.batches.listPending()]);
 *
 * const { accounts } = createMessagingClient(optionsFromEnvironment(env, 'organization'));
 * await accounts.list();
 * ```
 */
export function optionsFromEnvironment<Keys extends keyof EnvironmentOptions = 'account'>(
  env?: Environment,
  keys?: Keys,
): EnvironmentOptions[Keys];
export function optionsFromEnvironment(
  env?: Environment,
  keys: keyof EnvironmentOptions = 'account',
): EnvironmentOptions[keyof EnvironmentOptions] {
  const issues: Issue[] = [];
  const read = (name: string, check: Check, isRequired = false): string | undefined => {
    const text = (env === undefined ? readVariable(name) : env[name])?.trim() || undefined;
    if (text !== undefined) issues.push(...issuesAt(name, check(text)));
    else if (isRequired) issues.push({ path: name, message: 'must be set' });
    return text;
  };
  const readNumber = (name: string, check: Check): number | undefined => {
    const text = read(name, (value) => check(Number(value)));
    return text === undefined ? undefined : Number(text);
  };
  const baseUrl = read('MESSAGING_BASE_URL', checkBaseUrl, true);
  const accountKey = read('MESSAGING_ACCOUNT_KEY', checkKey, keys !== 'organization');
  const organizationKey = read('MESSAGING_ORGANIZATION_KEY', checkKey, keys !== 'account');
  const timeout = readNumber('MESSAGING_TIMEOUT', checkTimeout);
  const totalTimeout = readNumber('MESSAGING_TOTAL_TIMEOUT', checkTimeout);
  const attempts = readNumber('MESSAGING_RETRY_ATTEMPTS', checkCount);
  if (issues.length > 0) throw new ConfigurationError(issues);
  const options = {
    baseUrl,
    accountKey,
    organizationKey,
    timeout,
    totalTimeout,
    retry: attempts === undefined ? undefined : { attempts },
  } as EnvironmentOptions[keyof EnvironmentOptions];
  return readClientOptions(options);
}
