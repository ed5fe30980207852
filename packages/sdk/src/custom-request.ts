import { type Issue, issuesAt } from '@messaging-service/contract';
import type { Call, CallPromise } from './call/call.ts';
import { isRecord, textsOf } from './call/values.ts';
import type { Operation } from './call/write-request.ts';
import { checkBoolean, readOptions } from './option-checks.ts';
import { CALL_CHECKS } from './options/call-options.ts';
import type { CallOptions } from './options/options.ts';
import type { ResolvedOptions } from './options/resolve-options.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The methods that `client.request` sends. */
export type RequestMethod = (typeof METHODS)[number];

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

/** Creates `client.request`. */
export function createCustomRequest(call: Call, client: ResolvedOptions): CustomRequest {
  return (method, path, options) => {
    const operation = describeOperation(method, path, client);
    const read = readOptions<RequestOptions>(options === undefined ? {} : options, {
      ...CALL_CHECKS,
      key: (value) => keyProblem(value, client.keys),
      idempotent: checkBoolean,
      body: (value) => bodyProblem(method, value),
      query: queryProblem,
    });
    const issues = [
      ...issuesAt('method', isMethod(method) ? undefined : `must be one of ${METHODS.join(', ')}`),
      ...issuesAt('path', pathProblem(path, client.redact)),
      ...(read.ok ? [] : read.issues),
    ];
    const { query = {}, body, key, ...given }: RequestOptions = read.ok ? read.value : {};
    const { idempotent = operation.idempotent, ...callOptions } = given;
    const input = issues.length > 0 ? { issues } : { body, query: textsOf(query) };
    return call({ ...operation, key: key ?? 'any', idempotent }, callOptions, () => input);
  };
}

/** The operation with the default options. Its name is part of error messages, also if the arguments are invalid. */
function describeOperation(method: unknown, path: unknown, { redact }: ResolvedOptions): Operation {
  const text = redact(typeof path === 'string' ? path : '');
  return {
    method: isMethod(method) ? method : 'request',
    path: text.startsWith('/') ? (text as `/${string}`) : `/${text}`,
    key: 'any',
    idempotent: method !== 'POST' && method !== 'PATCH',
  };
}

function isMethod(method: unknown): method is RequestMethod {
  return METHODS.includes(method as RequestMethod);
}

function pathProblem(path: unknown, redact: ResolvedOptions['redact']): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/'))
    return 'must be a text that starts with a slash, such as /batch';
  if (/[?#]/.test(path)) return 'must not have a query or a fragment: use the option query';
  // URLs resolve dot segments, also escaped ones, and escape what paths cannot contain.
  if (new URL(`http://host${path}`).pathname !== path)
    return 'must be written as URLs write it, without the segments . and ..: use encodeURIComponent';
  return redact(path) === path ? undefined : 'must not contain an API key: the client adds it';
}

function keyProblem(key: unknown, keys: ResolvedOptions['keys']): string | undefined {
  if (key !== 'account' && key !== 'organization') return 'must be "account" or "organization"';
  return keys[key] === undefined ? `needs the option ${key}Key of the client` : undefined;
}

function bodyProblem(method: unknown, body: unknown): string | undefined {
  if (method === 'GET' || method === 'HEAD') return `must be left out of ${method} requests`;
  return typeof body === 'function' || typeof body === 'symbol' ? 'cannot be written as JSON' : undefined;
}

function queryProblem(query: unknown): string | Issue[] {
  if (!isRecord(query)) return 'must be an object';
  return Object.entries(query).flatMap(([path, value]) => {
    if (path === 'key') return [{ path, message: 'must be left out: the client adds the key' }];
    return value === undefined || ['string', 'number', 'boolean'].includes(typeof value)
      ? []
      : [{ path, message: 'must be a text, a number, true or false' }];
  });
}
