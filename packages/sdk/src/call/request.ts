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
 */
export type RequestFunction = <Value>(
  operation: Operation,
  options: CallOptions | undefined,
  describe: () => CallInput<Value>,
) => CallPromise<Value>;

/** Makes the function that all operations of a client go through. */
export function createRequest(client: ResolvedOptions): RequestFunction {
  return <Value>(
    operation: Operation,
    options: CallOptions | undefined,
    describe: () => CallInput<Value>,
  ) => {
    // Written within the call: the caller may change their objects as soon as they have the promise.
    const request = writeRequest(operation, options, describe, client);
    const completed = runAttempts<Value>(request, operation, client);
    return createCallPromise(
      completed.then(({ value }) => value),
      async () => describeResult(await completed, client),
    );
  };
}

/** Made only on demand: most callers look at the value alone. */
function describeResult<Value>(
  { value, response, attempts, startedAt, durationMs, alreadyQueued }: CompletedCall<Value>,
  { redact }: ResolvedOptions,
): CallResult<Value> {
  const headers = redactHeaders(response.headers, redact);
  return {
    data: value,
    status: response.status,
    headers,
    requestId: findRequestId(headers),
    timing: { startedAt: new Date(startedAt), durationMs },
    attempts,
    ...(alreadyQueued && { alreadyQueued }),
  };
}
