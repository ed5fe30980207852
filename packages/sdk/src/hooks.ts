import type { MessagingError } from './errors/messaging-error.ts';

/** An attempt that is about to be made. */
export interface RequestEvent {
  /** Method and path, without values: `POST /message`. */
  readonly operation: string;
  /** HTTP method. */
  readonly method: string;
  /** The path of the operation, with placeholders: `/batch/{batchUuid}`. */
  readonly path: string;
  /** The whole URL, the API key in it blotted out. */
  readonly url: string;
  /** The header fields that will be sent. `beforeRequest` may add its own. */
  readonly headers: Headers;
  /** Which attempt of its call it is, from 1. */
  readonly attempt: number;
  /** The identifiers under which the service would queue what is sent; see `MessagingError.ids`. */
  readonly ids: readonly string[];
}

/** An attempt that was answered, whatever the status. */
export interface ResponseEvent {
  /** The attempt. */
  readonly request: RequestEvent;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Its header fields by their names in lower case; API keys in them are blotted out. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long the attempt took, to the last byte of the answer, in milliseconds. */
  readonly durationMs: number;
}

/** A failed attempt that will be followed by another. */
export interface RetryEvent {
  /** The attempt. */
  readonly request: RequestEvent;
  /** What it failed with. */
  readonly error: MessagingError;
  /** How long the client will wait, in milliseconds. */
  readonly delayMs: number;
}

/** A call that failed for good. */
export interface FailureEvent {
  /** Method and path, without values: `POST /message`. */
  readonly operation: string;
  /** Its last attempt; undefined when nothing was sent. */
  readonly request: RequestEvent | undefined;
  /** What the caller gets. */
  readonly error: MessagingError;
}

/**
 * Functions that watch every call of a client. No event holds an API key.
 *
 * They are called as it happens and not waited for, and what they throw changes nothing: a mistake in one must not
 * make a text that was sent look as if it was not. With a `logger`, it is logged.
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
  beforeRequest?: ((event: RequestEvent) => void) | undefined;
  /** An attempt was answered, its body read, whatever the status. */
  afterResponse?: ((event: ResponseEvent) => void) | undefined;
  /** An attempt failed, and another will follow. */
  beforeRetry?: ((event: RetryEvent) => void) | undefined;
  /** A call failed for good, or was refused before anything was sent. */
  onError?: ((event: FailureEvent) => void) | undefined;
}
