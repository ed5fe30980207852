import type { AnswerOf, EndpointNamed, OperationName } from '@messaging-service/contract';
import { type CallPromise, type CallResult, createCallPromise } from './call-promise.ts';
import { captured, copyPlain } from './capture.ts';
import { findRequestId } from './errors/answer-details.ts';
import { loadEngine, loadExtras } from './load-engine.ts';
import type { CallOptions } from './options.ts';
import type { Performed, perform } from './perform.ts';
import type { Call } from './prepare.ts';
import { readHeaders } from './reading.ts';
import type { Redact } from './redact.ts';
import type { Settings } from './settings.ts';

/**
 * Calls an operation: checks and writes the request, sends it, reads the answer.
 *
 * @param name - Its name in the endpoint table.
 * @param options - As the caller gave them: what every call takes, and the operation's own flags.
 * @param describe - Makes the call of the caller's arguments. A function, since reading a stranger's object may throw.
 */
export type RequestFunction = <Name extends OperationName>(
  name: Name,
  options: CallOptions | undefined,
  describe: () => Call<EndpointNamed<Name>, AnswerOf<Name>>,
) => CallPromise<AnswerOf<Name>>;

/**
 * Makes the one function through which every operation goes.
 *
 * @param performer - What sends a request; a mock client has its own.
 */
export function createRequest(settings: Settings, performer?: typeof perform): RequestFunction {
  const { redact } = settings;
  return (name, options, describe) => {
    // Before anything is waited for: the caller may change their objects as soon as they have the promise.
    const given = captured(() => {
      const call = describe();
      return { call: { ...call, body: copyPlain(call.body) }, options: copyPlain(options ?? {}) };
    });
    const call = async () => {
      const { carryOut, messageEndpoints } = await loadEngine(name, redact);
      const row =
        name === 'messages.send' ? messageEndpoints.send : (await loadExtras(name, redact)).otherRow(name);
      return carryOut(row, given, settings, performer);
    };
    const performed = call();
    return createCallPromise(
      performed.then(({ value }) => value),
      async () => describeResult(await performed, redact),
    );
  };
}

/** Only for those who ask: most look at the value alone. */
function describeResult<Value>(
  { value, answer, attempts, startedAt, durationMs }: Performed<Value>,
  redact: Redact,
): CallResult<Value> {
  const headers = readHeaders(answer, redact);
  return {
    data: value,
    status: answer.status,
    headers,
    requestId: findRequestId(headers),
    timing: { startedAt: new Date(startedAt), durationMs },
    attempts,
  };
}
