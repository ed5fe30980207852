import type { Issue } from '@messaging-service/contract';
import { type BaseUrl, readBaseUrl } from './base-url.ts';
import { ConfigurationError } from './errors/configuration-error.ts';
import type { Hooks } from './hooks.ts';
import { createObserving, type Notify } from './observing.ts';
import {
  type Check,
  checkBoolean,
  checkCount,
  checkDelay,
  checkFunction,
  checkMethods,
  checkTimeout,
  isObject,
  memberIssues,
} from './option-checks.ts';
import type { CallOptions, ClientOptions, Fetch, RetryOptions } from './options.ts';
import { createRedact, type Redact } from './redact.ts';
import { type RetryPolicy, readRetry } from './retry-policy.ts';

/** The options of a client, checked and with defaults. It knows the keys, so it is held in closures only. */
export interface Settings {
  /** The base URL without a slash at its end. */
  readonly prefix: string;
  /** The keys there are, each as it is written in a query: `key=…`. */
  readonly keys: Readonly<Partial<Record<'account' | 'organization', string>>>;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  /** Infinite when there is no limit. */
  readonly totalTimeoutMs: number;
  readonly retry: RetryPolicy;
  readonly unknownFields: 'refuse' | 'ignore';
  readonly generateIds: boolean;
  readonly coalesce: boolean;
  readonly redact: Redact;
  /** Gives the way to tell those who watch; undefined while nobody does. */
  readonly observe: () => Notify | undefined;
}

const DEFAULT_TIMEOUT_MS = 30_000;

const checkKey: Check = (key) =>
  typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : 'must be an API key: printable ASCII, not empty, without spaces';

/** By what is needed of it, since a signal of another realm is not an instance of this one's class. */
const checkSignal = checkMethods('an AbortSignal', 'addEventListener', 'removeEventListener');

/** The members of an option that is an object; `retry` may be `false` instead. */
const RETRY_CHECKS: Readonly<Record<keyof RetryOptions, Check>> = {
  attempts: checkCount,
  delay: checkDelay,
  maxDelay: checkDelay,
  unsafe: checkBoolean,
};
const HOOK_CHECKS: Readonly<Record<keyof Hooks, Check>> = {
  beforeRequest: checkFunction,
  afterResponse: checkFunction,
  beforeRetry: checkFunction,
  onError: checkFunction,
};

const checkNothing: Check = () => undefined;

const CLIENT_CHECKS: Readonly<Record<keyof Options, Check>> = {
  // Read by itself: see base-url.ts.
  baseUrl: checkNothing,
  accountKey: checkKey,
  organizationKey: checkKey,
  fetch: checkFunction,
  timeout: checkTimeout,
  totalTimeout: checkTimeout,
  // Member by member: see NESTED_CHECKS.
  retry: checkNothing,
  hooks: checkNothing,
  unknownFields: (value) =>
    value === 'refuse' || value === 'ignore' ? undefined : 'must be "refuse" or "ignore"',
  generateIds: checkBoolean,
  coalesce: checkBoolean,
  logger: checkMethods(
    'an object with the methods debug, info, warn and error',
    'debug',
    'info',
    'warn',
    'error',
  ),
  telemetry: (value) =>
    isObject(value) && ['trace', 'context', 'propagation'].every((name) => name in value)
      ? undefined
      : 'must be the module @opentelemetry/api',
};

const CALL_CHECKS: Readonly<Record<keyof CallOptions, Check>> = {
  signal: checkSignal,
  timeout: checkTimeout,
  totalTimeout: checkTimeout,
  retry: checkNothing,
};

/** What may have been given, the keys in any combination. */
interface Options extends ClientOptions {
  readonly accountKey?: string | undefined;
  readonly organizationKey?: string | undefined;
}

/**
 * Checks the options of a client and fills in what they leave out.
 *
 * @throws {ConfigurationError} When anything is wrong with them.
 */
export function readSettings(options: Options): Settings {
  try {
    return readOptions(options);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    // A getter or a proxy that throws. What it says may hold the key, and nothing is known to blot it out with.
    throw new ConfigurationError([{ path: '', message: 'cannot be read: reading an option throws' }]);
  }
}

function readOptions(options: Options): Settings {
  if (!isObject(options))
    throw new ConfigurationError([{ path: '', message: 'must be given an object of options' }]);
  const baseUrl = readBaseUrl(options.baseUrl);
  const issues = [
    ...baseUrlIssues(baseUrl),
    ...keyIssues(options),
    ...memberIssues(options, CLIENT_CHECKS),
    ...nestedIssues('retry', options.retry, RETRY_CHECKS),
    ...nestedIssues('hooks', options.hooks, HOOK_CHECKS),
  ];
  if ('problem' in baseUrl || issues.length > 0) throw new ConfigurationError(issues);
  const { accountKey, organizationKey, fetch, timeout, totalTimeout, unknownFields, generateIds } = options;
  const redact = createRedact([accountKey, organizationKey].filter((key) => key !== undefined));
  return {
    prefix: baseUrl.prefix,
    keys: {
      ...(accountKey !== undefined && { account: writeKey(accountKey) }),
      ...(organizationKey !== undefined && { organization: writeKey(organizationKey) }),
    },
    // Looked up at each call, so that a global fetch that is replaced later, as MSW does, is the one that is used.
    fetch: fetch ?? ((request, init) => globalThis.fetch(request, init)),
    timeoutMs: timeout ?? DEFAULT_TIMEOUT_MS,
    totalTimeoutMs: totalTimeout ?? Number.POSITIVE_INFINITY,
    retry: readRetry(options.retry),
    unknownFields: unknownFields ?? 'refuse',
    generateIds: generateIds ?? true,
    coalesce: options.coalesce ?? false,
    redact,
    observe: createObserving(options, redact),
  };
}

function writeKey(key: string): string {
  return new URLSearchParams({ key }).toString();
}

/** What is wrong with the options that every call takes; the others are part of its query. */
export function callIssues(options: CallOptions): Issue[] {
  // A number, for example, is what `rows.map(client.messages.sendOne)` gives.
  if (!isObject(options)) return [{ path: 'options', message: 'must be an object' }];
  const { signal, timeout, totalTimeout, retry } = options;
  return [
    ...memberIssues({ signal, timeout, totalTimeout }, CALL_CHECKS),
    ...nestedIssues('retry', retry, RETRY_CHECKS),
  ];
}

/** What is wrong with the members of an option; only `retry` can be switched off. */
function nestedIssues(name: string, value: unknown, checks: Readonly<Record<string, Check>>): Issue[] {
  if (value === undefined || (name === 'retry' && value === false)) return [];
  if (!isObject(value))
    return [{ path: name, message: name === 'retry' ? 'must be an object, or false' : 'must be an object' }];
  return memberIssues(value, checks).map(({ path, message }) => ({ path: `${name}.${path}`, message }));
}

function baseUrlIssues(baseUrl: BaseUrl): Issue[] {
  return 'problem' in baseUrl ? [{ path: 'baseUrl', message: baseUrl.problem }] : [];
}

function keyIssues({ accountKey, organizationKey }: Options): Issue[] {
  if (accountKey !== undefined || organizationKey !== undefined) return [];
  return [{ path: 'accountKey', message: 'or organizationKey is required' }];
}
