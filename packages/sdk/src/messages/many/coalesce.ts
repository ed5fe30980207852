import { type CallResult, createCallPromise } from '../../call/call-promise.ts';
import { createId, isRecord } from '../../call/values.ts';
import { createAbortError } from '../../errors/abort-error.ts';
import type { MessagingError } from '../../errors/messaging-error.ts';
import type { Redact } from '../../errors/redact.ts';
import { withIds } from '../../errors/with-ids.ts';
import { callOptionIssues } from '../../options/call-options.ts';
import type { CallOptions, SafeResend } from '../../options/options.ts';
import type { SendMessagesOptions } from '../message-request.ts';
import type { SentMessage } from '../sent-message.ts';
import { ADD_MESSAGE } from '../write-messages.ts';
import { copyRequest } from './copy-request.ts';
import { createEntry, type Entry, idOf, isAloneUnderMadeId, type Settled } from './entry.ts';
import type { Sender, SendOne } from './sender.ts';
import { createSettle } from './settle.ts';

/** Maximum number of messages in a shared request. A lost response leaves the outcome of all of them unknown. */
const MAX_SHARED = 100;

/**
 * Creates a `sendOne` whose calls in one turn of the event loop share requests if their options are equal.
 *
 * @param sendAlone - Sends one message in a request of its own.
 */
export function createCoalescing(sendAlone: SendOne, { send, generateIds, redact }: Sender): SendOne {
  const waiting = new Map<string, Caller[]>();

  /** Sends the messages of callers in one request, or in several if the service refuses it. See settle.ts. */
  async function sendTogether(
    callers: readonly Caller[],
    options: SendMessagesOptions<SafeResend>,
  ): Promise<void> {
    const settle = createSettle<Caller>({
      send: (staying) =>
        untilAllLeave(staying, (signal) => {
          const messages = staying.map(({ body }) => body);
          const details = { ownIds: isAloneUnderMadeId(staying) };
          return send({ messages }, { ...options, signal }, details).withResponse();
        }),
      stopped: ({ left }) => left,
      onSettled: ({ finish }, settled) => finish(settled),
    });
    try {
      await settle(callers);
    } catch (error) {
      // Only errors of this package are thrown here.
      for (const { finish } of callers) finish({ ok: false, error: error as MessagingError });
    }
  }

  function join({ key, options }: Shareable, caller: Caller): void {
    const callers = waiting.get(key) ?? [];
    callers.push(caller);
    if (callers.length === 1) {
      waiting.set(key, callers);
      // This uses a timer instead of a microtask, because calls after an `await` belong to the same turn.
      setTimeout(() => {
        waiting.delete(key);
        for (let i = 0; i < callers.length; i += MAX_SHARED)
          void sendTogether(callers.slice(i, i + MAX_SHARED), options);
      }, 0);
    }
  }

  return (message, options = {}) => {
    const shareable = readShareable(options);
    if (shareable === undefined) return sendAlone(message, options);
    const caller = createCaller(
      createEntry(message, generateIds ? createId : undefined),
      shareable.options.signal,
      redact,
    );
    if (caller.left === undefined) join(shareable, caller);
    return createCallPromise(
      caller.answered.then(({ data }) => data),
      () => caller.answered,
    );
  };
}

/** Options of calls that may share a request. */
interface Shareable {
  /** A text that is equal for calls that may share a request. */
  readonly key: string;
  /** A copy from the time of the call. */
  readonly options: SendMessagesOptions<SafeResend>;
}

/** Reads the options of a call; undefined if they are invalid, so that the call fails alone. */
function readShareable(original: SendMessagesOptions<SafeResend>): Shareable | undefined {
  if (!isRecord(original)) return undefined;
  try {
    const options = copyRequest(original);
    const { signal, dryRun, timeout, totalTimeout, retry, safeResend, ...unknown } = options;
    const isWrong =
      callOptionIssues({ signal, timeout, totalTimeout, retry, safeResend } as CallOptions).length > 0 ||
      // A rule of the caller's own cannot be compared with another.
      typeof safeResend === 'object' ||
      Object.keys(unknown).length > 0;
    return isWrong
      ? undefined
      : { key: JSON.stringify([dryRun, timeout, totalTimeout, retry, safeResend]), options };
  } catch {
    return undefined;
  }
}

/** Runs work for callers. Its signal is aborted when the last of them leaves. */
async function untilAllLeave<Result>(
  callers: readonly Caller[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  let staying = callers.length;
  for (const caller of callers) {
    caller.wasSent = true;
    caller.leave = (reason) => {
      staying -= 1;
      if (staying === 0) controller.abort(reason);
    };
  }
  try {
    return await work(controller.signal);
  } finally {
    for (const caller of callers) caller.leave = undefined;
  }
}

/** A caller of `sendOne` whose message waits to share a request, or is in one. */
interface Caller extends Entry {
  /** The result for the caller. */
  readonly answered: Promise<CallResult<SentMessage>>;
  /** Leaves the shared request of the message; undefined before there is one. The last caller to leave aborts it. */
  leave?: ((reason: unknown) => void) | undefined;
  /** Whether the message has been in a request. */
  wasSent?: boolean;
  /** The error of a caller that left; its message is not sent any more. */
  left?: MessagingError;
  /** Settles the caller's promise. */
  readonly finish: (settled: Settled) => void;
}

/** Creates a caller from an entry. The signal affects only this caller. */
function createCaller(entry: Entry, signal: AbortSignal | undefined, redact: Redact): Caller {
  let resolve: (result: CallResult<SentMessage>) => void = () => undefined;
  let reject: (error: MessagingError) => void = () => undefined;
  const promise = new Promise<CallResult<SentMessage>>((onResult, onError) => {
    resolve = onResult;
    reject = onError;
  });
  const id = idOf(entry);
  const ids = id === undefined ? [] : [id];
  const caller: Caller = {
    ...entry,
    answered: promise,
    finish(settled) {
      signal?.removeEventListener('abort', onAbort);
      if (!settled.ok) reject(withIds(settled.error, ADD_MESSAGE, ids));
      // A queued message always has the response that confirmed it.
      else if (caller.result !== undefined) resolve({ ...caller.result, data: settled.queued });
    },
  };
  function onAbort(): void {
    // A request that contains the message may have been sent, and it continues for the other messages.
    const details = { ids, attempts: caller.wasSent ? 1 : 0, maybeSent: caller.leave !== undefined };
    const error = createAbortError(ADD_MESSAGE, signal?.reason, redact, details);
    caller.left = error;
    caller.leave?.(signal?.reason);
    caller.finish({ ok: false, error });
  }
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return caller;
}
