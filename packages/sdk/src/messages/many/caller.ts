import type { CallResult } from '../../call/call-promise.ts';
import { createAbortError } from '../../errors/abort-error.ts';
import type { MessagingError } from '../../errors/messaging-error.ts';
import type { Redact } from '../../errors/redact.ts';
import { withIds } from '../../errors/with-ids.ts';
import type { SentMessage } from '../sent-message.ts';
import { ADD_MESSAGE } from '../write-messages.ts';
import { type Entry, idOf, type Settled } from './entry.ts';

/** A caller of `sendOne` whose message waits to share a request, or is in one. */
export interface Caller extends Entry {
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
export function createCaller(entry: Entry, signal: AbortSignal | undefined, redact: Redact): Caller {
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
