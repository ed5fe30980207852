import type { Issue } from '@messaging-service/contract';
import { type BaseUrl, readBaseUrl } from './base-url.ts';
import { ConfigurationError } from './errors/configuration-error.ts';
import type { CallOptions, ClientOptions, Fetch } from './options.ts';
import { createRedact, type Redact } from './redact.ts';

/** The options of a client, checked and with defaults. It knows the keys, so it is held in closures only. */
export interface Settings {
  /** The base URL without a slash at its end. */
  readonly prefix: string;
  readonly accountKey: string | undefined;
  readonly organizationKey: string | undefined;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
  readonly unknownFields: 'refuse' | 'ignore';
  readonly generateIds: boolean;
  readonly redact: Redact;
}

const DEFAULT_TIMEOUT_MS = 30_000;
/** What timers can count: beyond it they would ring at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Says what is wrong with a value, in words that follow the option's name. */
type Check = (value: unknown) => string | undefined;

const checkKey: Check = (key) =>
  typeof key === 'string' && /^[\x21-\x7e]+$/.test(key)
    ? undefined
    : 'must be an API key: printable ASCII, not empty, without spaces';

const checkTimeout: Check = (ms) =>
  typeof ms === 'number' && ms > 0 && ms <= MAX_TIMEOUT_MS
    ? undefined
    : `must be a number of milliseconds above 0 and up to ${MAX_TIMEOUT_MS}`;

const checkSignal: Check = (signal) =>
  isObject(signal) && 'aborted' in signal && 'addEventListener' in signal
    ? undefined
    : 'must be an AbortSignal';

const CLIENT_CHECKS: Readonly<Record<keyof Options, Check>> = {
  baseUrl: () => undefined,
  accountKey: checkKey,
  organizationKey: checkKey,
  fetch: (value) => (typeof value === 'function' ? undefined : 'must be a function'),
  timeout: checkTimeout,
  unknownFields: (value) =>
    value === 'refuse' || value === 'ignore' ? undefined : 'must be "refuse" or "ignore"',
  generateIds: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
};

const CALL_CHECKS: Readonly<Record<keyof CallOptions, Check>> = {
  signal: checkSignal,
  timeout: checkTimeout,
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
  if (!isObject(options))
    throw new ConfigurationError([{ path: '', message: 'must be given an object of options' }]);
  const baseUrl = readBaseUrl(options.baseUrl);
  const issues = [...baseUrlIssues(baseUrl), ...keyIssues(options), ...memberIssues(options, CLIENT_CHECKS)];
  if ('problem' in baseUrl || issues.length > 0) throw new ConfigurationError(issues);
  const { accountKey, organizationKey, fetch, timeout, unknownFields, generateIds } = options;
  return {
    prefix: baseUrl.prefix,
    accountKey,
    organizationKey,
    // Looked up at each call, so that a global fetch that is replaced later, as MSW does, is the one that is used.
    fetch: fetch ?? ((request, init) => globalThis.fetch(request, init)),
    timeoutMs: timeout ?? DEFAULT_TIMEOUT_MS,
    unknownFields: unknownFields ?? 'refuse',
    generateIds: generateIds ?? true,
    redact: createRedact([accountKey, organizationKey].filter((key) => key !== undefined)),
  };
}

/** What is wrong with the options that every call takes; the others are part of its query. */
export function callIssues(options: CallOptions): Issue[] {
  // A number, for example, is what `rows.map(client.messages.sendOne)` gives.
  if (!isObject(options)) return [{ path: 'options', message: 'must be an object' }];
  return memberIssues({ signal: options.signal, timeout: options.timeout }, CALL_CHECKS);
}

function baseUrlIssues(baseUrl: BaseUrl): Issue[] {
  return 'problem' in baseUrl ? [{ path: 'baseUrl', message: baseUrl.problem }] : [];
}

function keyIssues({ accountKey, organizationKey }: Options): Issue[] {
  if (accountKey !== undefined || organizationKey !== undefined) return [];
  return [{ path: 'accountKey', message: 'or organizationKey is required' }];
}

function memberIssues(options: object, checks: Readonly<Record<string, Check>>): Issue[] {
  return Object.entries(options).flatMap(([path, value]: [string, unknown]) => {
    const check = Object.hasOwn(checks, path) ? checks[path] : undefined;
    if (check === undefined) return [{ path, message: 'is not a known option' }];
    const message = value === undefined ? undefined : check(value);
    return message === undefined ? [] : [{ path, message }];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
