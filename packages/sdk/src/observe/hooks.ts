import type { Issue } from '@messaging-service/contract';
import type { MessagingError } from '../errors/messaging-error.ts';

/** An attempt that is about to start. */
export interface RequestEvent {
  /** Method and path, without values: `POST /message`. */
  readonly operation: string;
  /** HTTP method. */
  readonly method: string;
  /** The path of the operation, with placeholders: `/batch/{batchUuid}`. */
  readonly path: string;
  /** The whole URL, with the API key redacted. */
  readonly url: string;
  /** The header fields that will be sent. `beforeRequest` may add its own. */
  readonly headers: Headers;
  /** The number of the attempt in its call, from 1. */
  readonly attempt: number;
  /** The identifiers under which the service would queue what is sent; see `MessagingError.ids`. */
  readonly ids: readonly string[];
}

/** An attempt that received a response, with any status. */
export interface ResponseEvent {
  /** The attempt. */
  readonly request: RequestEvent;
  /** HTTP status of the response. */
  readonly status: number;
  /** Its header fields by their names in lower case, with API keys redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** Duration of the attempt until the last byte of the response, in milliseconds. */
  readonly durationMs: number;
}

/** A failed attempt that another one will follow. */
export interface RetryEvent {
  /** The attempt. */
  readonly request: RequestEvent;
  /** The error of the attempt. */
  readonly error: MessagingError;
  /** How long the client will wait before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** An accepted response that differs from the contract. */
export interface MismatchEvent {
  /** Method and path, without values: `POST /message`. */
  readonly operation: string;
  /** Each difference. `path` is where it is in the response. */
  readonly issues: readonly Issue[];
}

/** An operation that the service will change or remove, by the header fields of its response. */
export interface DeprecationEvent {
  /** Method and path, without values: `POST /message`. */
  readonly operation: string;
  /** The field `deprecation`: since when, in the words of the service. Undefined if the response has only `sunset`. */
  readonly deprecation: string | undefined;
  /** The field `sunset`: when the operation ends, in the words of the service. */
  readonly sunset: string | undefined;
  /** The field `link`, which can name a page about the change. */
  readonly link: string | undefined;
}

/** A call that failed. */
export interface FailureEvent {
  /** Method and path, without values: `POST /message`. */
  readonly operation: string;
  /** Its last attempt; undefined when nothing was sent. */
  readonly request: RequestEvent | undefined;
  /** The error that the caller gets. */
  readonly error: MessagingError;
}

/**
 * Functions that observe every call of a client. No event contains an API key.
 *
 * `beforeRequest` may return a promise: the attempt waits for it, within its time limit, so that it can add header fields
 * that take time to obtain. The client does not wait for the other functions. Errors of these functions do not change the
 * result of the call, because a call that sent a text must not appear to have failed. With a `logger`, they are logged.
 * To let a call fail when a header field cannot be obtained, use the client's option `headers`.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 *   hooks: {
 *     beforeRequest: ({ headers }) => headers.set('x-tenant', 'surgery-7'),
 *     afterResponse: ({ request, status, durationMs }) => console.log(request.operation, status, durationMs),
 *     onMismatch: ({ issues }) => console.warn(issues),
 *     onDeprecation: ({ operation, sunset }) => console.warn(operation, sunset),
 *     beforeRetry: ({ error, delayMs }) => console.warn(`${error.message}; again in ${delayMs} ms`),
 *     onError: ({ error }) => console.error(error),
 *   },
 * });
 * await client.batches.listPending();
 * ```
 */
export interface Hooks {
  /** Called before each attempt; may add header fields to it. */
  beforeRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** Called after each response with any status, once its body was read. */
  afterResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called for each response that differs from the contract and was accepted because it has its identifiers. */
  onMismatch?: ((event: MismatchEvent) => void) | undefined;
  /** Called once for each operation whose response has a header field `deprecation` or `sunset`; of many paths, the last 500 count. */
  onDeprecation?: ((event: DeprecationEvent) => void) | undefined;
  /** Called when an attempt failed and another one will follow. */
  beforeRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called when a call failed, or was refused before anything was sent. */
  onError?: ((event: FailureEvent) => void) | undefined;
}
