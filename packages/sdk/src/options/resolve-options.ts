import type { Issue } from '@messaging-service/contract';
import { ConfigurationError } from '../errors/configuration-error.ts';
import { createRedact, type Redact } from '../errors/redact.ts';
import type { Hooks } from '../observe/hooks.ts';
import { createObserving, type Notify } from '../observe/observe.ts';
import { fetchTransport } from '../transport/fetch.ts';
import type { Transport } from '../transport/transport.ts';
import { type BaseUrl, readBaseUrl } from './base-url.ts';
import { checkSafeResend, nestedIssues, retryIssues } from './call-options.ts';
import {
  type Check,
  checkBoolean,
  checkFunction,
  checkMethods,
  checkOneOf,
  checkTimeout,
  isObject,
  memberIssues,
} from './option-checks.ts';
import type { ClientOptions, SafeResend } from './options.ts';
import { mergeRetry, type RetryPolicy } from './retry-options.ts';

type Headers = Readonly<Record<string, string>>;

/** The options of a client, checked and with defaults. They hold the keys, so they are kept in closures only. */
export interface ResolvedOptions {
  /** The base URL without a slash at its end. */
  readonly prefix: string;
  /** The keys, each in the form of a query: `key=…`. */
  readonly keys: Readonly<Partial<Record<'account' | 'organization', string>>>;
  readonly transport: Transport;
  /** The header fields of every request. */
  readonly headers: { readonly withBody: Headers; readonly withoutBody: Headers };
  /** Returns the header fields that the caller adds to each attempt. */
  readonly extraHeaders: (() => Headers | Promise<Headers>) | undefined;
  readonly timeoutMs: number;
  /** Infinite when there is no limit. */
  readonly totalTimeoutMs: number;
  readonly retry: RetryPolicy;
  readonly unknownFields: 'refuse' | 'ignore';
  readonly responses: 'lenient' | 'strict';
  readonly generateIds: boolean;
  readonly coalesce: boolean;
  readonly safeResend: SafeResend;
  readonly redact: Redact;
  /** Returns what notifies the observers; undefined while there are none. */
  readonly observe: () => Notify | undefined;
}

/** The options of any client: the keys in any combination. */
export interface AnyClientOptions extends ClientOptions<SafeResend> {
  readonly accountKey?: string | undefined;
  readonly organizationKey?: string | undefined;
}

const DEFAULT_TIMEOUT_MS = 30_000;

const checkKey: Check = (key) =>
  typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : 'must be an API key: printable ASCII, not empty, without spaces';

const HOOK_CHECKS: Readonly<Record<keyof Hooks, Check>> = {
  beforeRequest: checkFunction,
  afterResponse: checkFunction,
  onMismatch: checkFunction,
  beforeRetry: checkFunction,
  onError: checkFunction,
};

/** Checked separately. */
const checkNothing: Check = () => undefined;

const CLIENT_CHECKS: Readonly<Record<keyof AnyClientOptions, Check>> = {
  baseUrl: checkNothing,
  accountKey: checkKey,
  organizationKey: checkKey,
  transport: checkFunction,
  fetch: checkFunction,
  headers: (value) =>
    typeof value === 'function' || isObject(value) ? undefined : 'must be an object or a function',
  timeout: checkTimeout,
  totalTimeout: checkTimeout,
  retry: checkNothing,
  hooks: checkNothing,
  unknownFields: checkOneOf('refuse', 'ignore'),
  responses: checkOneOf('lenient', 'strict'),
  generateIds: checkBoolean,
  coalesce: checkBoolean,
  safeResend: checkSafeResend,
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

/**
 * Checks the options of a client and fills in the defaults.
 *
 * @throws {ConfigurationError} When anything is wrong with them.
 */
export function resolveOptions(options: AnyClientOptions): ResolvedOptions {
  try {
    return resolve(options);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    // A getter or a proxy that throws. Its message may hold the key, and nothing is known to redact it by.
    throw new ConfigurationError([{ path: '', message: 'cannot be read: reading an option throws' }]);
  }
}

function resolve(options: AnyClientOptions): ResolvedOptions {
  if (!isObject(options))
    throw new ConfigurationError([{ path: '', message: 'must be given an object of options' }]);
  const baseUrl = readBaseUrl(options.baseUrl);
  const issues = [...baseUrlIssues(baseUrl), ...findIssues(options)];
  if ('problem' in baseUrl || issues.length > 0) throw new ConfigurationError(issues);
  const { accountKey, organizationKey, timeout, totalTimeout, headers } = options;
  const redact = createRedact([accountKey, organizationKey].filter((key) => key !== undefined));
  const withoutBody = { accept: 'application/json' };
  return {
    prefix: baseUrl.prefix,
    keys: {
      ...(accountKey !== undefined && { account: writeKey(accountKey) }),
      ...(organizationKey !== undefined && { organization: writeKey(organizationKey) }),
    },
    transport: options.transport ?? fetchTransport(options.fetch),
    headers: { withoutBody, withBody: { ...withoutBody, 'content-type': 'application/json' } },
    extraHeaders: headers === undefined || typeof headers === 'function' ? headers : () => headers,
    timeoutMs: timeout ?? DEFAULT_TIMEOUT_MS,
    totalTimeoutMs: totalTimeout ?? Number.POSITIVE_INFINITY,
    retry: mergeRetry(options.retry),
    unknownFields: options.unknownFields ?? 'refuse',
    responses: options.responses ?? 'lenient',
    generateIds: options.generateIds ?? true,
    coalesce: options.coalesce ?? false,
    safeResend: options.safeResend ?? false,
    redact,
    observe: createObserving(options, redact),
  };
}

function findIssues(options: AnyClientOptions): Issue[] {
  const { accountKey, organizationKey, transport, fetch } = options;
  const issues = [
    ...memberIssues(options, CLIENT_CHECKS),
    ...retryIssues(options.retry),
    ...nestedIssues('hooks', options.hooks, HOOK_CHECKS),
  ];
  if (accountKey === undefined && organizationKey === undefined)
    issues.unshift({ path: 'accountKey', message: 'or organizationKey is required' });
  if (transport !== undefined && fetch !== undefined)
    issues.push({ path: 'fetch', message: 'must be left out when there is a transport' });
  return issues;
}

function baseUrlIssues(baseUrl: BaseUrl): Issue[] {
  return 'problem' in baseUrl ? [{ path: 'baseUrl', message: baseUrl.problem }] : [];
}

function writeKey(key: string): string {
  return new URLSearchParams({ key }).toString();
}
