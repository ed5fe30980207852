import {
  type Check,
  type Checks,
  type Issue,
  isObject,
  type ValidationOptions,
} from '@messaging-service/contract';
import { ConfigurationError } from '../errors/call-errors.ts';
import { createRedact, credentialsOf, type Redact } from '../errors/redact.ts';
import type { Hooks } from '../observe/hooks.ts';
import { createReport, type Report } from '../observe/logging.ts';
import { createNotify, type Notify } from '../observe/observe.ts';
import { createTracing, type StartTrace } from '../observe/tracing.ts';
import {
  checkBoolean,
  checkFunction,
  checkKey,
  checkMembers,
  checkMethods,
  checkOneOf,
  checkTimeout,
  readOptions,
} from '../option-checks.ts';
import { readProxyVariables, readVariable } from '../read-variable.ts';
import { fetchTransport } from '../transport/fetch.ts';
import type { Transport } from '../transport/transport.ts';
import { checkBaseUrl, readBaseUrl } from './base-url.ts';
import { warnInBrowser } from './browser-warning.ts';
import { checkHeaders, checkRetry, checkSafeResend } from './call-options.ts';
import { environmentIssues } from './environment-apis.ts';
import { type HeaderFields, mergeHeaders } from './headers.ts';
import type { AppInfo, ClientChanges, ClientOptions, SafeResend } from './options.ts';
import { mergeRetry, type RetryPolicy } from './retry-options.ts';
import { userAgent } from './runtime.ts';

/** The options of a client, checked and with defaults. They contain the keys, so they are kept in closures only. */
export interface ResolvedOptions {
  /** The base URL without a slash at its end. */
  readonly prefix: string;
  /** Each key as it is written in the query, such as `key=0123456789abcdef0123456789abcdef`. */
  readonly keys: Readonly<Record<'account' | 'organization', string | undefined>>;
  readonly transport: Transport;
  /** The header fields of every request. */
  readonly headers: HeaderFields;
  /** The header fields of every request with a body. */
  readonly jsonHeaders: HeaderFields;
  /** Returns the header fields that the caller computes for each attempt. */
  readonly computeHeaders: Extract<ClientOptions['headers'], () => unknown> | undefined;
  readonly timeoutMs: number;
  /** Infinite without a limit. */
  readonly totalTimeoutMs: number;
  readonly retry: RetryPolicy;
  /** What to do with fields and values of requests that this version does not know. */
  readonly validation: ValidationOptions;
  readonly responses: 'lenient' | 'strict';
  readonly safeResend: SafeResend;
  readonly redact: Redact;
  readonly notify: Notify;
  /** Logs failures of the caller's functions. */
  readonly report: Report;
  /** The operations whose change or removal was reported already. */
  readonly deprecated: Set<string>;
  /** Starts the trace of a call; undefined without the option `telemetry`. */
  readonly startTrace: StartTrace | undefined;
}

/** The options of any client: the keys in any combination. */
export type AnyClientOptions = ClientOptions<SafeResend> &
  Pick<ClientChanges, 'accountKey' | 'organizationKey'>;

const DEFAULT_TIMEOUT_MS = 30_000;

const HOOK_CHECKS: Checks<Hooks> = {
  beforeRequest: checkFunction,
  afterResponse: checkFunction,
  onMismatch: checkFunction,
  onDeprecation: checkFunction,
  beforeRetry: checkFunction,
  onError: checkFunction,
};

/** Text that may appear in a comment of a header field. */
const checkWord: Check = (value) =>
  typeof value === 'string' && /^[\x21-\x27\x2a-\x7e]+$/.test(value)
    ? undefined
    : 'must be printable ASCII, not empty, without spaces and parentheses';

const APP_CHECKS: Checks<AppInfo> = {
  name: checkWord,
  version: checkWord,
  url: checkWord,
};

const CLIENT_CHECKS: Checks<AnyClientOptions> = {
  baseUrl: checkBaseUrl,
  accountKey: checkKey,
  organizationKey: checkKey,
  transport: checkFunction,
  fetch: checkFunction,
  headers: (value) => {
    const problem = typeof value === 'function' ? undefined : checkHeaders(value);
    return typeof problem === 'string' ? 'must be an object of strings, or a function' : problem;
  },
  timeout: checkTimeout,
  totalTimeout: checkTimeout,
  retry: checkRetry,
  hooks: checkMembers(HOOK_CHECKS),
  unknownFields: checkOneOf('refuse', 'ignore'),
  unknownValues: checkOneOf('refuse', 'ignore'),
  responses: checkOneOf('lenient', 'strict'),
  appInfo: checkMembers(APP_CHECKS, 'name'),
  allowBrowser: checkBoolean,
  safeResend: checkSafeResend,
  logger: checkMethods(
    'an object with the methods debug, info, warn and error; messageFirst(logger) adapts the Logger of NestJS and winston',
    'debug',
    'info',
    'warn',
    'error',
  ),
  telemetry: (value) =>
    isObject(value) && ['trace', 'context', 'propagation', 'metrics'].every((name) => name in value)
      ? undefined
      : 'must be the module @opentelemetry/api',
};

/**
 * Reads the options of a client, and checks each of them. Later changes of the given object do not affect the result.
 *
 * @throws {ConfigurationError} An option is invalid.
 */
export function readClientOptions<Options extends Partial<AnyClientOptions>>(
  given: Options,
  ...required: (keyof AnyClientOptions)[]
): Options {
  // Other checks use these APIs.
  const missing = environmentIssues();
  if (missing.length > 0) throw new ConfigurationError(missing);
  const read = readOptions(given, CLIENT_CHECKS, required);
  if (read.ok) return read.value as Partial<AnyClientOptions> as Options;
  const isWhole = required.length > 0 && read.issues[0]?.path !== 'options';
  // Together, because a misspelled key is also a missing one.
  throw new ConfigurationError([...(isWhole ? conflictsOf(given) : []), ...read.issues]);
}

/** The conflicts of options that are invalid; none if they cannot be read. */
function conflictsOf(given: Partial<AnyClientOptions>): Issue[] {
  try {
    return findConflicts(given);
  } catch {
    return [];
  }
}

/**
 * Checks that the options of a client go together, and fills in the defaults.
 *
 * @param options - The options, as {@link readClientOptions} returns them.
 * @param deprecated - The set of another client with the same observers.
 * @throws {ConfigurationError} A key is missing, or one of two options has no effect.
 */
export function resolveOptions(options: AnyClientOptions, deprecated = new Set<string>()): ResolvedOptions {
  const issues = findConflicts(options);
  if (issues.length > 0) throw new ConfigurationError(issues);
  const { accountKey, organizationKey, timeout, totalTimeout, headers } = options;
  const prefix = readBaseUrl(options.baseUrl);
  const redact = createRedact([accountKey, organizationKey, ...readProxyVariables().flatMap(credentialsOf)]);
  const logger = options.logger ?? (readVariable('MESSAGING_DEBUG') === '1' ? console : undefined);
  if (options.allowBrowser !== true) warnInBrowser(prefix, logger);
  const report = createReport(logger, redact);
  const agent = userAgent(options.appInfo);
  const base = { accept: 'application/json', ...(agent !== undefined && { 'user-agent': agent }) };
  const [computeHeaders, ownHeaders] = typeof headers === 'function' ? [headers] : [undefined, headers];
  return {
    prefix,
    keys: { account: writeKey(accountKey), organization: writeKey(organizationKey) },
    transport: options.transport ?? fetchTransport(options.fetch),
    headers: mergeHeaders(base, ownHeaders),
    jsonHeaders: mergeHeaders(base, { 'content-type': 'application/json' }, ownHeaders),
    computeHeaders,
    timeoutMs: timeout ?? DEFAULT_TIMEOUT_MS,
    totalTimeoutMs: totalTimeout ?? Number.POSITIVE_INFINITY,
    retry: mergeRetry(options.retry),
    validation: { unknownFields: options.unknownFields, unknownValues: options.unknownValues },
    responses: options.responses ?? 'lenient',
    safeResend: options.safeResend ?? false,
    redact,
    notify: createNotify(options.hooks, logger, report),
    report,
    deprecated,
    startTrace: options.telemetry && createTracing(options.telemetry, prefix, redact, report),
  };
}

/** Writes a key as the query of a request. See KEY-1. */
function writeKey(key: string | undefined): string | undefined {
  return key && new URLSearchParams({ key }).toString();
}

function findConflicts({
  accountKey,
  organizationKey,
  transport,
  fetch,
}: Partial<AnyClientOptions>): Issue[] {
  const issues: Issue[] = [];
  if (accountKey === undefined && organizationKey === undefined)
    issues.push({ path: 'accountKey', message: 'or organizationKey is required' });
  if (transport !== undefined && fetch !== undefined)
    issues.push({ path: 'fetch', message: 'must be left out when transport is set' });
  return issues;
}

/**
 * The options of a client that differs from another in some of them.
 *
 * @param options - The options of the other client, as {@link readClientOptions} returns them.
 * @param changes - What differs. A member that is undefined stays.
 * @throws {ConfigurationError} A change is invalid.
 */
export function mergeOptions(options: AnyClientOptions, changes: ClientChanges): AnyClientOptions {
  const { transport, fetch, ...others } = options;
  const changed = readClientOptions(changes);
  // One of the two takes the place of the other.
  const kept = changed.transport === undefined && changed.fetch === undefined ? options : others;
  const merged = { ...kept, ...changed };
  if (!isObject(options.retry) || !isObject(changed.retry)) return merged;
  return { ...merged, retry: { ...options.retry, ...changed.retry } };
}
