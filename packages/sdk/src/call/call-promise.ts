/** When a call began and how long it took. */
export interface CallTiming {
  /** When the first attempt began. */
  readonly startedAt: Date;
  /** How long it took from there to the last byte of the answer, in milliseconds, waits and attempts together. */
  readonly durationMs: number;
}

/**
 * What a call gave, and how it went.
 *
 * @typeParam Data - What the call gives by itself.
 */
export interface CallResult<Data> {
  /** What the call gives by itself. */
  readonly data: Data;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Header fields of the answer by their names in lower case; API keys in them are blotted out. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the service calls the request, where a header of the answer says it. */
  readonly requestId: string | undefined;
  /** When it began and how long it took. */
  readonly timing: CallTiming;
  /** How often the request was handed to the network: above 1 when it was tried again. */
  readonly attempts: number;
  /**
   * Set when an earlier attempt had queued the content and its response was lost: see `safeResend`. `status` and `headers`
   * are those of the refusal that says so.
   */
  readonly alreadyQueued?: true;
}

/**
 * What every call returns: a promise, with a way to ask for more than the answer's body.
 *
 * @typeParam Data - What the call gives.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * const { batches } = createMessagingClient({ baseUrl: 'https://api.example.com', accountKey: '0123456789abcdef0123456789abcdef' });
 * const { data, status, requestId, timing, attempts } = await batches.listPending().withResponse();
 * console.log(data.batches.length, status, requestId, timing.durationMs, attempts);
 * ```
 */
export interface CallPromise<Data> extends Promise<Data> {
  /** Waits for the same call, and gives its status, headers, timing and number of attempts as well. */
  withResponse(): Promise<CallResult<Data>>;
}

/** Gives a promise of data the method that promises all of it. */
export function createCallPromise<Data>(
  data: Promise<Data>,
  withResponse: () => Promise<CallResult<Data>>,
): CallPromise<Data> {
  const value = () => {
    // Whoever waits for the one promise need not look at the other: its rejection is theirs already.
    data.catch(() => undefined);
    return withResponse();
  };
  return Object.defineProperty(data, 'withResponse', { value }) as CallPromise<Data>;
}

/** A call whose data is another's, transformed. */
export function mapCall<Data, Mapped>(
  call: CallPromise<Data>,
  transform: (data: Data) => Mapped,
): CallPromise<Mapped> {
  return createCallPromise(call.then(transform), async () => {
    const result = await call.withResponse();
    return { ...result, data: transform(result.data) };
  });
}
