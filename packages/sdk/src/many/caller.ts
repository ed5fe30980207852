import type { QueuedMessage } from '@messaging-service/contract';
import { abortError } from '../abort-call.ts';
import type { CallResult } from '../call-promise.ts';
import { ADD_MESSAGE } from '../describe-messages.ts';
import type { MessagingError } from '../errors/messaging-error.ts';
import { withIds } from '../errors/with-ids.ts';
import type { Progress } from '../progress.ts';
import type { Redact } from '../redact.ts';
import { type Entry, idOf, type Settled } from './entry.ts';

/** The request that a caller's message is in, as far as the caller is concerned. */
export interface SharedRequest {
  /**
   * Leaves it to the others, and says how far it has come. The last to leave ends it: nothing is said then, and the
   * request fails with an error that knows for certain.
   */
  readonly leave: (reason: unknown) => Progress | undefined;
}

/** A caller of `sendOne`, whose message waits to share a request, or is in one. */
export interface Caller extends Entry {
  /** What the caller waits for. */
  readonly answered: Promise<CallResult<QueuedMessage>>;
  /** The latest request that the message was in. */
  request?: SharedRequest;
  /** What it failed with when the caller left; the message is not to be sent any more. */
  left?: MessagingError;
  /** Tells the caller how it went. */
  readonly finish: (settled: Settled) => void;
}

/** Makes a caller of an entry. The signal is the caller's own, and ends the wait of no one else. */
export function createCaller(entry: Entry, signal: AbortSignal | undefined, redact: Redact): Caller {
  const { promise, resolve, reject } = Promise.withResolvers<CallResult<QueuedMessage>>();
  const id = idOf(entry);
  const ids = id === undefined ? [] : [id];
  const caller: Caller = {
    ...entry,
    answered: promise,
    finish(settled) {
      signal?.removeEventListener('abort', onAbort);
      if (!settled.ok) reject(withIds(settled.error, ADD_MESSAGE, ids));
      // With what was queued comes the answer by which it was.
      else if (caller.result !== undefined) resolve({ ...caller.result, data: settled.queued });
    },
  };
  function onAbort(): void {
    const progress = caller.request === undefined ? {} : caller.request.leave(signal?.reason);
    if (progress === undefined) return;
    const error = abortError(ADD_MESSAGE, signal?.reason, redact, { ...progress, ids });
    caller.left = error;
    caller.finish({ ok: false, error });
  }
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return caller;
}
