/** Start and duration of a call. */
interface CallTiming {
  /** When the first attempt began. */
  readonly startedAt: Date;
  /** Duration of all attempts and waits, until the last byte of the response, in milliseconds. */
  readonly durationMs: number;
}

/**
 * The result of a call, with details of its response.
 *
 * @typeParam Data - The type of the result.
 */
export interface CallResult<Data> {
  /** The result that the call itself resolves to. */
  readonly data: Data;
  /** HTTP status of the response. */
  readonly status: number;
  /** Header fields of the response by their names in lower case, with API keys redacted. */
  readonly headers: Readonly<Record<string, string>>;
  /** The service's identifier of the request, if a header of the response has one. */
  readonly requestId: string | undefined;
  /** Start and duration of the call. */
  readonly timing: CallTiming;
  /** How often the request was passed to the network: more than 1 if it was repeated. */
  readonly attempts: number;
  /**
   * Set when an earlier attempt had queued the content and its response was lost: see `safeResend`. `status` and `headers`
   * are those of the refusal that says so.
   */
  readonly alreadyQueued?: true;
}

/**
 * The promise that every call returns. It also provides the details of the response.
 *
 * @typeParam Data - The type of the result.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * const { batches } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
 * const { data, status, requestId, timing, attempts } = await batches.listPending().withResponse();
 * console.log(data.batches.length, status, requestId, timing.durationMs, attempts);
 * ```
 */
export interface CallPromise<Data> extends Promise<Data> {
  /**
   * Waits for the same call, and resolves to its result with status, headers, timing and number of attempts.
   *
   * @example
   * ```ts
   * import { createMessagingClient } from '@messaging-service/sdk';
   *
   * const { batches } = createMessagingClient({
   *   baseUrl: 'https://api.example.com',
   *   accountKey: '0123456789abcdef0123456789abcdef',
   * });
   * const { data, requestId, timing } = await batches.listPending().withResponse();
   * console.log(data.batches.length, requestId, timing.durationMs);
   * ```
   */
  withResponse(): Promise<CallResult<Data>>;
}

/** Adds the method `withResponse` to a promise of data. */
export function createCallPromise<Data>(
  data: Promise<Data>,
  withResponse: () => Promise<CallResult<Data>>,
): CallPromise<Data> {
  const value = () => {
    // The caller handles the rejection of one of the two promises, so the other one must not be reported as unhandled.
    data.catch(() => undefined);
    return withResponse();
  };
  return Object.defineProperty(data, 'withResponse', { value }) as CallPromise<Data>;
}
