import type { Issue } from '@messaging-service/contract';
import type { MessagingError } from '../errors/messaging-error.ts';

/** An attempt that is about to be made. */
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
  /** Which attempt of its call it is, from 1. */
  readonly attempt: number;
  /** The identifiers under which the service would queue what is sent; see `MessagingError.ids`. */
  readonly ids: readonly string[];
}

/** An attempt that got a response, whatever the status. */
export interface ResponseEvent {
  /** The attempt. */
  readonly request: RequestEvent;
  /** HTTP status of the response. */
  readonly status: number;
  /** Its header fields by their names in lower case, with API keys redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long the attempt took, to the last byte of the response, in milliseconds. */
  readonly durationMs: number;
}

/** A failed attempt that will be followed by another. */
export interface RetryEvent {
  /** The attempt. */
  readonly request: RequestEvent;
  /** Why it failed. */
  readonly error: MessagingError;
  /** How long the client will wait, in milliseconds. */
  readonly delayMs: number;
}

/** A response that differs from the contract and was accepted all the same. */
export interface MismatchEvent {
  /** Method and path, without values: `POST /message`. */
  readonly operation: string;
  /** Each difference. `path` is where it is in the response. */
  readonly issues: readonly Issue[];
}

/** A call that failed for good. */
export interface FailureEvent {
  /** Method and path, without values: `POST /message`. */
  readonly operation: string;
  /** Its last attempt; undefined when nothing was sent. */
  readonly request: RequestEvent | undefined;
  /** The error that the caller gets. */
  readonly error: MessagingError;
}

/**
 * Functions that observe every call of a client. No event holds an API key.
 *
 * `beforeRequest` may return a promise: the attempt waits for it, within its time limit, so that it can add header fields
 * that take time to obtain. The other functions are not waited for. Errors of these functions do not change the call: a
 * mistake in one must not make a text that was sent look as if it was not. With a `logger`, they are logged. To make a
 * call fail when a header field cannot be obtained, use the client's option `headers`.
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
 *     beforeRetry: ({ error, delayMs }) => console.warn(`${error.message}; again in ${delayMs} ms`),
 *     onError: ({ error }) => console.error(error),
 *   },
 * });
 * await client.batches.listPending();
 * ```
 */
export interface Hooks {
  /** An attempt is about to be made; header fields may be added to it. */
  beforeRequest?: ((event: RequestEvent) => unknown) | undefined;
  /** An attempt got a response, and its body was read, whatever the status. */
  afterResponse?: ((event: ResponseEvent) => void) | undefined;
  /** A response differs from the contract, and was accepted because its identifiers are there. */
  onMismatch?: ((event: MismatchEvent) => void) | undefined;
  /** An attempt failed, and another will follow. */
  beforeRetry?: ((event: RetryEvent) => void) | undefined;
  /** A call failed for good, or was refused before anything was sent. */
  onError?: ((event: FailureEvent) => void) | undefined;
}
