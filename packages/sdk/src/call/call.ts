import { findRequestId } from '../errors/messaging-error.ts';
import type { CallOptions } from '../options/options.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import { type CompletedCall, runAttempts } from './attempts.ts';
import { type CallPromise, type CallResult, createCallPromise } from './call-promise.ts';
import { redactHeaders } from './raw-response.ts';
import { type CallInput, type Operation, writeRequest } from './write-request.ts';

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
    select: (value: Value) => Data = selectAll,
  ) => {
    // Written within the call: the caller may change their objects as soon as they have the promise.
    const request = writeRequest(operation, options, describe, client);
    const completed = runAttempts<Value>(request, operation, client);
    return createCallPromise(
      completed.then(({ value }) => select(value)),
      async () => describeResult(await completed, client, select),
    );
  };
}

function selectAll<Value, Data>(value: Value): Data {
  return value as unknown as Data;
}

/** Created only on demand, because most callers use the value alone. */
function describeResult<Value, Data>(
  { value, response, attempts, startedAt, durationMs, alreadyQueued }: CompletedCall<Value>,
  { redact }: ResolvedOptions,
  select: (value: Value) => Data,
): CallResult<Data> {
  const headers = redactHeaders(response.headers, redact);
  return {
    data: select(value),
    status: response.status,
    headers,
    requestId: findRequestId(headers),
    timing: { startedAt: new Date(startedAt), durationMs },
    attempts,
    ...(alreadyQueued && { alreadyQueued }),
  };
}
