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
import { copyPlain } from './copy-plain.ts';
import { createEntry, type Entry, idOf, isAloneUnderMadeId, type Settled } from './entry.ts';
import type { Sender, SendOne } from './sender.ts';
import { createSettle } from './settle.ts';

/** How many messages share a request at most: the more there are, the more is in doubt when an answer is lost. */
const MAX_SHARED = 100;

/**
 * Makes a `sendOne` whose calls of one turn of the event loop share requests, where their options are the same.
 *
 * @param sendAlone - Sends one message in a request of its own.
 */
export function createCoalescing(sendAlone: SendOne, { send, generateIds, redact }: Sender): SendOne {
  const waiting = new Map<string, Caller[]>();

  /** Sends the messages of callers in one request, or in several where the service refuses it. See settle.ts. */
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
      // Nothing but errors of this package comes out of it.
      for (const { finish } of callers) finish({ ok: false, error: error as MessagingError });
    }
  }

  function join({ key, options }: Shareable, caller: Caller): void {
    const callers = waiting.get(key) ?? [];
    callers.push(caller);
    if (callers.length === 1) {
      waiting.set(key, callers);
      // Not a microtask: calls that follow an `await` are of the same turn.
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
  /** What such calls have in common. */
  readonly key: string;
  /** As they were when the call was made. */
  readonly options: SendMessagesOptions<SafeResend>;
}

/** Reads the options of a call; undefined for those that are wrong, which fail alone. */
function readShareable(given: SendMessagesOptions<SafeResend>): Shareable | undefined {
  if (!isRecord(given)) return undefined;
  try {
    const options = copyPlain(given);
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

/** Does work for callers. Its signal is raised when the last of them leaves. */
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
  /** Leaves the shared request that the message is in; undefined while it is in none. The last caller to leave ends it. */
  leave?: ((reason: unknown) => void) | undefined;
  /** Whether the message has been in a request. */
  wasSent?: boolean;
  /** The error that the caller left with; the message is not sent any more. */
  left?: MessagingError;
  /** Settles the caller's promise. */
  readonly finish: (settled: Settled) => void;
}

/** Makes a caller of an entry. The signal is the caller's own, and ends nobody else's wait. */
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
      // A queued message comes with the response that says so.
      else if (caller.result !== undefined) resolve({ ...caller.result, data: settled.queued });
    },
  };
  function onAbort(): void {
    // While the message is in a request, the request may have left, and the others' messages keep it alive.
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
