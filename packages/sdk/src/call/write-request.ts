import {
  type Endpoint,
  fillPath,
  type Issue,
  type KeyKind,
  uuidSchema,
  validate,
} from '@messaging-service/contract';
import { ConfigurationError, RequestValidationError } from '../errors/call-errors.ts';
import { copyForeignError } from '../errors/foreign-error.ts';
import { type AnyCallOptions, resendIssues } from '../options/call-options.ts';
import type { HeaderFields } from '../options/headers.ts';
import type { CallOptions, SafeResend } from '../options/options.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import { mergeRetry, type RetryPolicy } from '../options/retry-options.ts';
import { readCallOptions, writeFlags } from './flags.ts';

/** An operation of the service: a row of the endpoint table, or one that a caller describes, which has no schemas. */
export interface Operation
  extends Pick<Endpoint, 'path' | 'key' | 'idempotent'>,
    Partial<Pick<Endpoint, 'query' | 'body' | 'response' | 'essential'>> {
  readonly method: string;
}

/** The arguments of a call in the form of the wire. */
export interface CallInput<Value> {
  /** The values of the path's placeholders; all of them are UUIDs. */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** The body, as the contract describes it. */
  readonly body?: unknown;
  /** The query of an operation that a caller describes. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** The identifiers under which the service will queue the content. */
  readonly ids?: readonly string[] | undefined;
  /** Whether the client generated all of them for this call, so that they cannot have been used before. */
  readonly ownIds?: boolean | undefined;
  /** Describes what the request queues, from its body, for the case that an earlier attempt queued it. */
  readonly describeQueued?: ((body: unknown) => Value) | undefined;
  /** Issues that the caller's arguments have besides those of the body, which is then not validated. */
  readonly issues?: readonly Issue[] | undefined;
  /** Compares a valid response with this request. */
  readonly match?: ((value: Value) => Match<Value>) | undefined;
  /** Ends the wait for another attempt, but not a running attempt. */
  readonly stopRetries?: AbortSignal | undefined;
}

/** A response that was compared with its request. */
export interface Match<Value> {
  /** The value of the response, arranged for this request. */
  readonly value: Value;
  /** Differences that do not matter for the result. */
  readonly mismatches?: readonly Issue[];
  /** Differences that show that the response is not the one of this request. */
  readonly unfit?: readonly Issue[];
}

/** A request that is ready to be sent. Later changes of the caller's objects do not reach it. */
export interface WrittenRequest {
  /** The method and the path, without values, for error messages. */
  readonly name: string;
  readonly operation: Operation;
  /** The whole URL with the key, which must never be shown. */
  readonly url: string;
  readonly body: string | undefined;
  readonly ids: readonly string[];
  readonly ownIds: boolean;
  /** Set if the request can be repeated safely although it may have been processed. */
  readonly resend: Resend | undefined;
  readonly match: ((value: never) => Match<unknown>) | undefined;
  /** The header fields of the client. */
  readonly headers: HeaderFields;
  /** The header fields of this call alone. */
  readonly ownHeaders: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal | undefined;
  readonly stopRetries: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Infinite without a limit. */
  readonly totalTimeoutMs: number;
  readonly retry: RetryPolicy;
}

/** Detects that a repeated request was processed before, and returns the value of the call in that case. */
interface Resend {
  readonly rule: Exclude<SafeResend, false>;
  readonly describeQueued: (body: unknown) => unknown;
}

/**
 * The maximum number of items in a request. The specification has no limit, but every service limits the size of a body, and
 * failing immediately is better than failing after minutes of writing and uploading. See MSG-12.
 */
const MAX_COUNT = 100_000;

/** Returns the issue of a list that no service would accept, before it is copied and checked. */
export function limitIssues(path: string, count: number): Issue[] {
  if (count <= MAX_COUNT) return [];
  const message = `must have at most ${MAX_COUNT} items, not ${count}: split it, or use messages.sendMany`;
  return [{ path, message }];
}

/** The name of an operation in messages, such as `DELETE /batch/{batchUuid}`. */
export function nameOperation({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/**
 * Reads the arguments of a call, checks them as the service will, and writes the request.
 *
 * @param describe - Reads the caller's objects, which may throw.
 * @returns The request, or the error with its issues.
 */
export function writeRequest<Value>(
  operation: Operation,
  callOptions: CallOptions | undefined,
  describe: () => CallInput<Value>,
  client: ResolvedOptions,
): WrittenRequest | RequestValidationError {
  const name = nameOperation(operation);
  try {
    const options = readCallOptions(operation, callOptions);
    if (!options.ok) return new RequestValidationError(name, options.issues, client.redact);
    const input = describe();
    const issues = findIssues(operation, input, options.value, client);
    return issues.length > 0
      ? new RequestValidationError(name, issues, client.redact)
      : write(name, operation, input, options.value, client);
  } catch (thrown) {
    if (thrown instanceof ConfigurationError)
      return new RequestValidationError(name, thrown.issues, client.redact);
    // A getter that throws, a circular reference, a BigInt.
    const cause = copyForeignError(thrown, client.redact);
    const issues = [{ path: '', message: `cannot be written as JSON: ${cause.message}` }];
    return new RequestValidationError(name, issues, client.redact, { cause });
  }
}

function write<Value>(
  name: string,
  operation: Operation,
  input: CallInput<Value>,
  callOptions: AnyCallOptions,
  client: ResolvedOptions,
): WrittenRequest {
  const {
    parameters = {},
    body,
    query,
    ids = [],
    ownIds = false,
    match,
    stopRetries,
    describeQueued,
  } = input;
  const { signal, timeout, totalTimeout, retry, safeResend, headers } = callOptions;
  const rule = safeResend ?? client.safeResend;
  const path = fillPath(operation.path, parameters);
  return {
    name,
    operation,
    url: `${client.prefix}${path}?${writeSearch(operation.key, client, query ?? writeFlags(callOptions))}`,
    body: JSON.stringify(body),
    ids,
    ownIds,
    resend: rule !== false && describeQueued !== undefined ? { rule, describeQueued } : undefined,
    match,
    headers: body === undefined ? client.headers : client.jsonHeaders,
    ownHeaders: headers && { ...headers },
    signal,
    stopRetries,
    timeoutMs: timeout ?? client.timeoutMs,
    totalTimeoutMs: totalTimeout ?? client.totalTimeoutMs,
    retry: mergeRetry(retry, client.retry),
  };
}

function findIssues<Value>(
  operation: Operation,
  { parameters, body, issues: known = [] }: CallInput<Value>,
  callOptions: AnyCallOptions,
  client: ResolvedOptions,
): Issue[] {
  if (known.length > 0) return [...known];
  const issues = resendIssues(callOptions, client);
  for (const [path, value] of Object.entries(parameters ?? {}))
    for (const { message } of issuesOf(validate(uuidSchema, value))) issues.push({ path, message });
  if (operation.body) issues.push(...issuesOf(validate(operation.body, body, client.validation)));
  return issues;
}

/** The query, which begins with the key of the kind that the operation requires. See KEY-1. */
function writeSearch(
  kind: KeyKind,
  { keys }: ResolvedOptions,
  query: Readonly<Record<string, string>> = {},
): string {
  const key = (kind === 'any' ? (keys.account ?? keys.organization) : keys[kind]) ?? '';
  const others = Object.keys(query).length > 0 ? `&${new URLSearchParams(query).toString()}` : '';
  return key + others;
}

function issuesOf(validation: ReturnType<typeof validate>): Issue[] {
  return validation.ok ? [] : validation.issues;
}
