import { findRequestId } from '../errors/messaging-error.ts';
import type { CallOptions } from '../options/options.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import { type CompletedCall, runAttempts } from './attempts.ts';
import { type CallInput, type Operation, writeRequest } from './write-request.ts';

/** Start and duration of a call. */
export interface CallTiming {
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
   * Set if an earlier attempt queued the content and its response was lost: see `safeResend`. `status` and `headers` then
   * come from the refusal.
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
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { batches } = createMessagingClient(optionsFromEnvironment());
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
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { batches } = createMessagingClient(optionsFromEnvironment());
   * const { data, requestId, timing } = await batches.listPending().withResponse();
   * console.log(data.batches.length, requestId, timing.durationMs);
   * ```
   */
  withResponse(): Promise<CallResult<Data>>;
}

/**
 * Calls an operation: checks and writes the request, sends it as often as necessary and allowed, reads the response.
 *
 * @param operation - The operation's row.
 * @param options - The options of the call, as the caller passed them.
 * @param describe - Reads the caller's arguments.
 * @param select - Selects the result of the call from the value of its response. Default: all of it.
 */
export type Call = <Value, Data = Value>(
  operation: Operation,
  options: CallOptions | undefined,
  describe: () => CallInput<Value>,
  select?: (value: Value) => Data,
) => CallPromise<Data>;

/** Creates the function that all operations of a client go through. */
export function createCall(client: ResolvedOptions): Call {
  return <Value, Data = Value>(
    operation: Operation,
    options: CallOptions | undefined,
    describe: () => CallInput<Value>,
    select?: (value: Value) => Data,
  ) => {
    // Written within the call: the caller may change their objects as soon as they have the promise.
    const request = writeRequest(operation, options, describe, client);
    const completed = runAttempts(request, operation, client);
    // The value was read with the schema of the row, whose type the caller of this function names.
    const dataOf = ({ value }: CompletedCall) => (select ? select(value as Value) : value) as Data;
    const data = completed.then(dataOf);
    return createCallPromise(data, async () => describeResult(await completed, await data));
  };
}

/** Created only on demand, because most callers use the value alone. */
function describeResult<Data>(
  { response, attempts, startedAt, durationMs, alreadyQueued }: CompletedCall,
  data: Data,
): CallResult<Data> {
  const { status, headers } = response;
  return {
    data,
    status,
    headers,
    requestId: findRequestId(headers),
    timing: { startedAt: new Date(startedAt), durationMs },
    attempts,
    ...(alreadyQueued && { alreadyQueued }),
  };
}

/** Adds the method `withResponse` to a promise of data. */
function createCallPromise<Data>(
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
