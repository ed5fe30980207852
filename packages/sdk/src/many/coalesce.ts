import { createCallPromise } from '../call-promise.ts';
import type { MessagingError } from '../errors/messaging-error.ts';
import { createId } from '../ids.ts';
import { loadExtras } from '../load-engine.ts';
import type { SendMessagesOptions } from '../message-request.ts';
import { callIssues } from '../settings.ts';
import { isRecord } from '../times.ts';
import { type Caller, createCaller } from './caller.ts';
import { createEntry } from './entry.ts';
import type { Sender, SendOne } from './sender.ts';

/** How many messages share a request at most: the more there are, the more is in doubt when an answer is lost. */
const MAX_SHARED = 100;

/**
 * Makes a `sendOne` whose calls of one turn of the event loop share requests, where their options are the same.
 *
 * @param sendAlone - Sends one message in a request of its own.
 */
export function createCoalescing(sendAlone: SendOne, { send, generateIds, redact }: Sender): SendOne {
  const waiting = new Map<string, Caller[]>();

  async function sendTogether(callers: readonly Caller[], options: SendMessagesOptions): Promise<void> {
    try {
      const { shareRequest } = await loadExtras('messages.sendOne', redact);
      await shareRequest(callers, (messages, signal, details) =>
        send({ messages }, { ...options, signal }, details).withResponse(),
      );
    } catch (error) {
      // Nothing but errors of this package comes out of it.
      for (const { finish } of callers) finish({ ok: false, error: error as MessagingError });
    }
  }

  function join(key: string, caller: Caller, options: SendMessagesOptions): void {
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
    const key = shareKey(options);
    if (key === undefined) return sendAlone(message, options);
    const caller = createCaller(
      createEntry(message, generateIds ? createId : undefined),
      options.signal,
      redact,
    );
    if (caller.left === undefined) join(key, caller, options);
    return createCallPromise(
      caller.answered.then(({ data }) => data),
      () => caller.answered,
    );
  };
}

/** What calls must have in common to share a request; undefined for options that are wrong, which fail alone. */
function shareKey(options: SendMessagesOptions): string | undefined {
  if (!isRecord(options)) return undefined;
  try {
    const { signal, dryRun, timeout, totalTimeout, retry, ...unknown }: SendMessagesOptions = options;
    const isWrong =
      callIssues({ signal, timeout, totalTimeout, retry }).length > 0 || Object.keys(unknown).length > 0;
    return isWrong ? undefined : JSON.stringify([dryRun, timeout, totalTimeout, retry]);
  } catch {
    return undefined;
  }
}
