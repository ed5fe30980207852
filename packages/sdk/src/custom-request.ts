import type { Issue, KeyKind } from '@messaging-service/contract';
import type { Call } from './call/call.ts';
import type { CallPromise } from './call/call-promise.ts';
import { isRecord } from './call/values.ts';
import type { CallInput, Operation } from './call/write-request.ts';
import type { CallOptions } from './options/options.ts';
import type { ResolvedOptions } from './options/resolve-options.ts';

/** The methods that `client.request` sends. */
type RequestMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Options of `client.request`. */
export interface RequestOptions extends CallOptions {
  /** The query, without the key, which the client adds. A member that is undefined is left out. */
  query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** The body, any value that can be written as JSON. Default: none. `GET` and `HEAD` have none. */
  body?: unknown;
  /** Which of the client's keys to send. Default: the account's key if the client has it, else the organization's. */
  key?: 'account' | 'organization' | undefined;
  /**
   * Whether repeating the call leaves the same state, so that it may be repeated after a lost response: see
   * {@link RetryOptions}. Default: true for `GET`, `HEAD`, `PUT` and `DELETE`, false for `POST` and `PATCH`.
   */
  idempotent?: boolean | undefined;
}

/** The type of `client.request`. */
export type CustomRequest = (
  method: RequestMethod,
  path: string,
  options?: RequestOptions,
) => CallPromise<unknown>;

const METHODS: readonly string[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
] satisfies RequestMethod[];

/** Creates `client.request`. */
export function createCustomRequest(call: Call, client: ResolvedOptions): CustomRequest {
  return (method, path, options) => {
    try {
      const { operation, callOptions, input } = readArguments(method, path, options, client);
      return call(operation, callOptions, () => input);
    } catch (error) {
      // A getter of the caller's options. It is reported like any other that throws while a request is written.
      return call(describeOperation(method, path, 'any', false), undefined, () => {
        throw error;
      });
    }
  };
}

/** The arguments of `client.request` in the form of all calls. */
interface CustomArguments {
  readonly operation: Operation;
  readonly callOptions: CallOptions | undefined;
  readonly input: CallInput<unknown>;
}

function readArguments(
  method: unknown,
  path: unknown,
  options: unknown,
  { keys, redact }: ResolvedOptions,
): CustomArguments {
  const issues: Issue[] = [];
  const report = (where: string, message: string | undefined) => {
    if (message !== undefined) issues.push({ path: where, message });
  };
  const isMethod = METHODS.includes(method as string);
  report('method', isMethod ? undefined : `must be one of ${METHODS.join(', ')}`);
  report('path', pathProblem(path, redact));
  report('options', options === undefined || isRecord(options) ? undefined : 'must be an object');
  const { query, body, key, idempotent, signal, timeout, totalTimeout, retry, headers, ...others } = (
    isRecord(options) ? options : {}
  ) as RequestOptions;
  for (const name of Object.keys(others)) report(name, 'is not a known option');
  report('key', keyProblem(key, keys));
  report(
    'idempotent',
    idempotent === undefined || typeof idempotent === 'boolean' ? undefined : 'must be true or false',
  );
  report('body', bodyProblem(method, body));
  issues.push(...queryIssues(query));
  const repeats = idempotent ?? (method !== 'POST' && method !== 'PATCH');
  return {
    operation: describeOperation(
      method,
      issues.length > 0 ? redact(String(path)) : path,
      key ?? 'any',
      repeats,
    ),
    callOptions: { signal, timeout, totalTimeout, retry, headers },
    input: issues.length > 0 ? { issues } : { body, query: queryTexts(query) },
  };
}

function describeOperation(method: unknown, path: unknown, key: KeyKind, idempotent: boolean): Operation {
  const name = typeof path === 'string' ? path.slice(0, 200) : '';
  return {
    method: METHODS.includes(method as string) ? (method as string) : 'request',
    path: (typeof path === 'string' && path.startsWith('/') ? path : `/${name}`) as `/${string}`,
    key,
    idempotent,
  };
}

/** A dot segment, also an escaped one: URLs resolve both. */
const DOT_SEGMENT = /(^|\/)(\.|%2e){1,2}(\/|$)/i;

function pathProblem(path: unknown, redact: ResolvedOptions['redact']): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/'))
    return 'must be a text that starts with a slash, such as /batch';
  if (/[?#]/.test(path)) return 'must not have a query or a fragment: use the option query';
  if (/[\s\\{}]/.test(path) || hasControl(path) || !path.isWellFormed())
    return 'must not have spaces, backslashes, braces or control characters: use encodeURIComponent';
  if (DOT_SEGMENT.test(path)) return 'must not have the segments . and ..';
  return redact(path) === path ? undefined : 'must not contain an API key: the client adds it';
}

function hasControl(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\u007f');
}

function keyProblem(key: unknown, keys: ResolvedOptions['keys']): string | undefined {
  if (key === undefined) return undefined;
  if (key !== 'account' && key !== 'organization') return 'must be "account" or "organization"';
  return keys[key] === undefined ? `needs the option ${key}Key of the client` : undefined;
}

function bodyProblem(method: unknown, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  if (method === 'GET' || method === 'HEAD') return `must be left out of ${method} requests`;
  return typeof body === 'function' || typeof body === 'symbol' ? 'cannot be written as JSON' : undefined;
}

function queryIssues(query: unknown): Issue[] {
  if (query === undefined) return [];
  if (!isRecord(query)) return [{ path: 'query', message: 'must be an object' }];
  return Object.entries(query).flatMap(([name, value]) => {
    const path = `query.${name}`;
    if (name === 'key') return [{ path, message: 'must be left out: the client adds the key' }];
    return value === undefined || ['string', 'number', 'boolean'].includes(typeof value)
      ? []
      : [{ path, message: 'must be a text, a number, true or false' }];
  });
}

function queryTexts(query: RequestOptions['query'] = {}): Record<string, string> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
