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

/** A failed attempt before a retry. */
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

/** An operation that the service will change or remove, as the headers of a response announce. */
export interface DeprecationEvent {
  /** Method and path, without values: `POST /message`. */
  readonly operation: string;
  /** The header `deprecation`: since when, as the service writes it. Undefined if the response has only `sunset`. */
  readonly deprecation: string | undefined;
  /** The header `sunset`: when the operation ends, as the service writes it. */
  readonly sunset: string | undefined;
  /** The header `link`. It can name a page about the change. */
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
 * that take time to obtain. The client does not wait for the other functions. If one of them throws, the result of the call
 * does not change, because a call that sent a text must not appear to have failed. Set a `logger` to see these errors. If a
 * call must fail without a header field, use the client's option `headers`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
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
  /**
   * Called once for each operation whose response has a header `deprecation` or `sunset`. It remembers the last 500 paths.
   */
  onDeprecation?: ((event: DeprecationEvent) => void) | undefined;
  /** Called before each retry. */
  beforeRetry?: ((event: RetryEvent) => void) | undefined;
  /** Called when a call fails, also if the client refuses it before it sends anything. */
  onError?: ((event: FailureEvent) => void) | undefined;
}

/** The event of each hook. */
export type Events = { readonly [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] };

/** Functions that observe a client: the caller's hooks, and those that log and publish. */
export type Observer = {
  readonly [Name in keyof Events]?: ((event: Events[Name]) => unknown) | undefined;
};
