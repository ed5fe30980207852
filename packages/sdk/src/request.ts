import type { AnswerOf, Endpoint, EndpointNamed, OperationName } from '@messaging-service/contract';
import type { Given } from './call.ts';
import { type CallPromise, type CallResult, createCallPromise } from './call-promise.ts';
import { captured, copyPlain } from './capture.ts';
import { findRequestId } from './errors/answer-details.ts';
import { loadedFor, loadFor } from './load-engine.ts';
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
    const given = () => ({ call: describe(), options: options ?? {} });
    // Before anything is waited for: the caller may change their objects as soon as they have the promise.
    const performed = performNow(name, given) ?? performOnceLoaded(name, given);
    return createCallPromise(
      performed.then(({ value }) => value),
      async () => describeResult(await performed, redact),
    );
  };

  /** With all that it takes at hand the request is written at once. */
  function performNow<Name extends OperationName>(
    name: Name,
    given: () => GivenTo<Name>,
  ): Promise<Performed<AnswerOf<Name>>> | undefined {
    const equipment = loadedFor(name);
    if (equipment === undefined) return undefined;
    const { engine, row } = equipment;
    const prepared = captured(() => engine.prepareCall(row, given, settings));
    // Not in this turn: hooks and transports are never called before the caller has the promise.
    return Promise.resolve().then(() => engine.carryOut(row, prepared, settings, performer));
  }

  /** What has to wait until it can be written is copied. */
  async function performOnceLoaded<Name extends OperationName>(
    name: Name,
    given: () => GivenTo<Name>,
  ): Promise<Performed<AnswerOf<Name>>> {
    const copied = captured(() => copyGiven(given()));
    const { engine, row } = await loadFor(name, redact);
    return engine.carryOut(row, () => engine.prepareCall(row, copied, settings), settings, performer);
  }
}

type GivenTo<Name extends OperationName> = Given<EndpointNamed<Name>, AnswerOf<Name>>;

function copyGiven<Row extends Endpoint, Value>({ call, options }: Given<Row, Value>): Given<Row, Value> {
  return { call: { ...call, body: copyPlain(call.body) }, options: copyPlain(options) };
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
