/** One HTTP request as plain data. */
export interface TransportRequest {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** The whole URL. Its query contains the API key, so it must not be logged. */
  readonly url: string;
  /** Header fields by name, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body; undefined for a request without a body. */
  readonly body?: string | undefined;
  /** Aborts the request. A transport rejects promptly once it is aborted. */
  readonly signal: AbortSignal;
  /**
   * The names of the fields in `headers` that the option `telemetry` added. A transport leaves them out if an
   * instrumentation adds its own, because a request must have one `traceparent`.
   */
  readonly traceFields?: readonly string[] | undefined;
}

/** One HTTP response, read to its end. */
export interface TransportResponse {
  /** HTTP status. */
  readonly status: number;
  /** Header fields by name, in lower case; the values of a repeated field are joined by a comma and a space. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, decoded as UTF-8; empty for a response without a body. */
  readonly text: string;
}

/**
 * Sends one request and reads the whole response, with any status. It does not retry, follow redirects or set time limits.
 *
 * A transport rejects with a {@link TransportError} that shows whether the request may have been sent. The client
 * treats any other rejection as "may have been sent".
 *
 * @example
 * ```ts
 * import { createMessagingClient, fetchTransport, optionsFromEnvironment, type Transport } from '@messaging-service/sdk';
 *
 * const send = fetchTransport(globalThis.fetch);
 * const transport: Transport = (request) => {
 *   console.log(request.method, new URL(request.url).pathname);
 *   return send(request);
 * };
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   transport,
 * });
 * await client.batches.listPending();
 * ```
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** Details of a {@link TransportError}. */
export interface TransportErrorDetails {
  /** `no` if the request certainly did not leave this machine; `maybe` in every other case. */
  readonly sent: 'no' | 'maybe';
  /**
   * Whether the same request fails in the same way each time, for example because a certificate is not accepted. The client
   * then does not repeat it. Default: false.
   */
  readonly permanent?: boolean | undefined;
  /** The error of the runtime. */
  readonly cause?: unknown;
}

/**
 * The error of a request without a complete response. Transports throw it; callers of a client get a `ConnectionError`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment, type Transport, TransportError } from '@messaging-service/sdk';
 *
 * const offline: Transport = () => Promise.reject(new TransportError('no network', { sent: 'no' }));
 * const { batches } = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   transport: offline,
 *   retry: false,
 * });
 * await batches.listPending().catch((error: unknown) => console.log(error));
 * ```
 */
export class TransportError extends Error {
  /** Whether the request may have left. */
  readonly sent: 'no' | 'maybe';
  /** Whether repeating the request fails in the same way. */
  readonly permanent: boolean;

  /**
   * @param message - What failed.
   * @param details - Whether the request may have been sent, and why it failed.
   */
  constructor(message: string, { sent, permanent = false, cause }: TransportErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    Object.defineProperty(this, 'name', { value: 'TransportError', configurable: true, writable: true });
    this.sent = sent;
    this.permanent = permanent;
  }
}

/**
 * Returns whether a value is a {@link TransportError}, also one of another copy of this package.
 */
export function isTransportError(value: unknown): value is TransportError {
  if (value instanceof TransportError) return true;
  if (!(value instanceof Error) || value.name !== 'TransportError') return false;
  const { sent } = value as { sent?: unknown };
  return sent === 'no' || sent === 'maybe';
}
