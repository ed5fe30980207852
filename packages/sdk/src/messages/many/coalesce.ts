import { createCallPromise } from '../../call/call-promise.ts';
import { createId } from '../../call/ids.ts';
import { isRecord } from '../../call/values.ts';
import type { MessagingError } from '../../errors/messaging-error.ts';
import { callOptionIssues } from '../../options/call-options.ts';
import type { CallOptions, SafeResend } from '../../options/options.ts';
import type { SendMessagesOptions } from '../message-request.ts';
import { type Caller, createCaller } from './caller.ts';
import { copyPlain } from './copy-plain.ts';
import { createEntry } from './entry.ts';
import type { Sender, SendOne } from './sender.ts';
import { shareRequest } from './share-request.ts';

/** How many messages share a request at most: the more there are, the more is in doubt when an answer is lost. */
const MAX_SHARED = 100;

/**
 * Makes a `sendOne` whose calls of one turn of the event loop share requests, where their options are the same.
 *
 * @param sendAlone - Sends one message in a request of its own.
 */
export function createCoalescing(sendAlone: SendOne, { send, generateIds, redact }: Sender): SendOne {
  const waiting = new Map<string, Caller[]>();

  async function sendTogether(
    callers: readonly Caller[],
    options: SendMessagesOptions<SafeResend>,
  ): Promise<void> {
    try {
      await shareRequest(callers, (messages, signal, details) =>
        send({ messages }, { ...options, signal }, details).withResponse(),
      );
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
