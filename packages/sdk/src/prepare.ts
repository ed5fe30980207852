import {
  type Endpoint,
  fillPath,
  type Issue,
  type PathParameters,
  uuidSchema,
  validate,
} from '@messaging-service/contract';
import { RequestValidationError } from './errors/request-validation-error.ts';
import type { CallOptions } from './options.ts';
import { noProgress, type Progress } from './progress.ts';
import { flagTexts, writeQuery } from './query.ts';
import type { Redact } from './redact.ts';
import { type RetryPolicy, readRetry } from './retry-policy.ts';
import { callIssues, type Settings } from './settings.ts';

/** What an operation makes of its caller's arguments. */
export interface Call<Row extends Endpoint, Value> {
  /** The values of the path's placeholders; all of them are UUIDs. */
  readonly parameters: PathParameters<Row['path']>;
  /** The body, as the contract describes it. */
  readonly body?: unknown;
  /** Gives the body the form in which it is written, once it has been found valid. */
  readonly write?: (body: object) => object;
  /** The identifiers under which the service will queue what is sent. */
  readonly ids?: readonly string[];
  /** Whether the client has made every one of them for this call, so that nobody can have used them before. */
  readonly freshIds?: boolean;
  /** What is wrong with an answer that is right by itself, but not for this request. */
  readonly check?: ((value: Value) => readonly Issue[]) | undefined;
  /** Where to keep how far the call has come, for those who look on. */
  readonly progress?: Progress | undefined;
  /** Ends the wait for another attempt, but no attempt: for those who break nothing off. */
  readonly stopRetries?: AbortSignal | undefined;
}

/** A request that can be sent. */
export interface PreparedRequest {
  /** For messages to persons: the method and the path, without values. */
  readonly operation: string;
  readonly method: string;
  /** The path of the operation, with placeholders. */
  readonly path: string;
  /** The whole URL, key included: never to be shown. */
  readonly url: string;
  readonly body: string | undefined;
  readonly ids: readonly string[];
  /** Whether nobody can have used them before. */
  readonly freshIds: boolean;
  /** Ends it, whatever it is at. */
  readonly signal: AbortSignal | undefined;
  /** Ends it only where it waits for another attempt, in place of `signal`. */
  readonly stopRetries: AbortSignal | undefined;
  /** How long each attempt may take. */
  readonly timeoutMs: number;
  /** How long all attempts may take; infinite when there is no limit. */
  readonly totalTimeoutMs: number;
  /** Whether doing it twice is as good as doing it once. */
  readonly idempotent: boolean;
  readonly retry: RetryPolicy;
  /** How far it has come. */
  readonly progress: Progress;
}

/** How an operation is called in messages, such as `DELETE /batch/{batchUuid}`. */
export function nameOperation({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

/**
 * Checks a request as the service will, and writes it.
 *
 * @throws {RequestValidationError} When anything is wrong with it.
 */
export function prepare<Row extends Endpoint>(
  row: Row,
  call: Call<Row, never>,
  options: CallOptions,
  settings: Settings,
): PreparedRequest {
  const operation = nameOperation(row);
  const { signal, timeout, totalTimeout, retry } = options;
  const query = writeQuery(flagsOf(options));
  const issues = [
    ...optionIssues(row, options),
    ...parameterIssues(call.parameters),
    ...(row.body === null ? [] : issuesOf(validate(row.body, call.body, settings))),
  ];
  if (issues.length > 0) throw new RequestValidationError(operation, redactIssues(issues, settings.redact));
  return {
    operation,
    method: row.method,
    path: row.path,
    url: `${settings.prefix}${fillPath(row.path, call.parameters)}?${writeSearch(row, settings, query)}`,
    body: writeBody(call),
    ids: call.ids ?? [],
    freshIds: call.freshIds ?? false,
    signal,
    stopRetries: call.stopRetries,
    timeoutMs: timeout ?? settings.timeoutMs,
    totalTimeoutMs: totalTimeout ?? settings.totalTimeoutMs,
    idempotent: row.idempotent,
    retry: readRetry(retry, settings.retry),
    progress: call.progress ?? noProgress(),
  };
}

/** What is wrong with the options of a call: with those that every call takes, and with the operation's own flags. */
export function optionIssues(row: Endpoint, options: CallOptions): Issue[] {
  const flags = flagsOf(options);
  // Most calls have none, and none are wrong nowhere.
  if (Object.keys(flags).length === 0) return callIssues(options);
  return [...callIssues(options), ...issuesOf(validate(row.query, flagTexts(flags)))];
}

/** Every option that not every call takes is part of the query. */
function flagsOf({ signal, timeout, totalTimeout, retry, ...flags }: CallOptions): object {
  return flags;
}

/** What was valid is written as it was given, not as it was understood: merging defaults is the service's business. */
function writeBody({ body, write = (value) => value }: Call<Endpoint, never>): string | undefined {
  return body === undefined ? undefined : JSON.stringify(write(body as object));
}

/** The key comes first; most calls have nothing else in their query. */
function writeSearch({ key }: Endpoint, { keys }: Settings, query: Record<string, string>): string {
  const chosen = key === 'any' ? (keys.account ?? keys.organization) : keys[key];
  const flags = new URLSearchParams(query).toString();
  return flags === '' ? `${chosen}` : `${chosen}&${flags}`;
}

function parameterIssues(parameters: Readonly<Record<string, unknown>>): Issue[] {
  return Object.entries(parameters).flatMap(([path, value]) =>
    issuesOf(validate(uuidSchema, value)).map(({ message }) => ({ path, message })),
  );
}

/** A field or option may be named like a key, by a mistake that a log should not repeat. */
export function redactIssues(issues: readonly Issue[], redact: Redact): Issue[] {
  return issues.map(({ path, message }) => ({ path: redact(path), message: redact(message) }));
}

function issuesOf(validation: ReturnType<typeof validate>): Issue[] {
  return validation.ok ? [] : validation.issues;
}
