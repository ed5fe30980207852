import { endpoints } from '@messaging-service/contract';
import { createCallPromise } from '../call-promise.ts';
import type { MessagingError } from '../errors/messaging-error.ts';
import { createId } from '../ids.ts';
import { loadPart } from '../load-part.ts';
import type { SendMessagesOptions } from '../message-request.ts';
import { nameOperation, optionIssues } from '../prepare.ts';
import { type Caller, createCaller } from './caller.ts';
import { createEntry } from './entry.ts';
import type { Sender, SendOne } from './sender.ts';

/** How many messages share a request at most: the more there are, the more is in doubt when an answer is lost. */
const MAX_SHARED = 100;

const row = endpoints.messages.send;

/**
 * Makes a `sendOne` whose calls of one turn of the event loop share requests, where their options are the same.
 *
 * @param sendAlone - Sends one message in a request of its own.
 */
export function createCoalescing(sendAlone: SendOne, { send, generateIds, redact }: Sender): SendOne {
  const waiting = new Map<string, Caller[]>();

  async function sendTogether(callers: readonly Caller[], options: SendMessagesOptions): Promise<void> {
    try {
      const load = () => import('./share-request.ts');
      const { shareRequest } = await loadPart(nameOperation(row), load, redact);
      await shareRequest(callers, (messages, signal, progress) =>
        send({ messages }, { ...options, signal }, progress).withResponse(),
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
  try {
    if (optionIssues(row, options).length > 0) return undefined;
    const { dryRun, timeout, totalTimeout, retry } = options;
    return JSON.stringify([dryRun, timeout, totalTimeout, retry]);
  } catch {
    return undefined;
  }
}
