import { type Batch, bareNumber, type Message, type State } from '../../domain/state/state.ts';
import { messagesDueTo } from '../../domain/state/state-index.ts';
import type { Core } from '../core/core.ts';
import { turnsEvery } from '../time/event-loop.ts';

/**
 * A test of messages in two parts, because the text, the sender and the time are the same for all messages of a batch.
 */
export interface MessageTest {
  /** The number, without a plus, that messages must be for; undefined when it does not matter. */
  readonly number: string | undefined;
  readonly acceptsBatch: (batch: Batch) => boolean;
}

/**
 * How long texts are matched before other calls get their turn, in milliseconds of real time: matching a pattern of the
 * caller in one text can take some of it.
 */
const LONGEST_TURN_MS = 10;

/** A message that may pass a test. */
interface Candidate {
  readonly batch: Batch;
  /** The last one of the batch for the number of the test. */
  readonly message: Message | undefined;
}

/**
 * The latest message that passes a test, or else the next one; of the messages of one call, the last one. It gives other
 * calls a turn between two texts: no pattern can stop the server. A search that takes no longer than a turn ends within
 * this call. It reads the history from its end, and of messages to a number only these.
 *
 * @param signal - Ends the wait with its reason.
 * @param onNone - Called when no stored message passes.
 */
export async function nextMatch(
  core: Core,
  test: MessageTest,
  signal: AbortSignal,
  onNone: () => void,
): Promise<Message> {
  const takeTurn = turnsEvery(LONGEST_TURN_MS);
  const nextEarlier = latestFirst(core.state, test.number);
  /** Batches that became due since then, the latest last. */
  const fresh: Batch[] = [];
  let wake = (): void => undefined;
  const onEnd = () => wake();
  signal.addEventListener('abort', onEnd);
  const stop = core.journal.listen(({ fact }) => {
    if (fact.type !== 'batch-queued' && fact.type !== 'batch-released') return;
    const batch = core.state.batches.get(fact.batchUuid);
    if (batch === undefined) return;
    fresh.push(batch);
    wake();
  });
  try {
    for (let hasWaited = false; ; ) {
      signal.throwIfAborted();
      const candidate = nextFresh() ?? nextEarlier();
      if (candidate === undefined) {
        if (!hasWaited) onNone();
        hasWaited = true;
        // The promise continues after the call that queued the batch, so that the rest of the call comes first.
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else {
        const { batch, message } = candidate;
        // A reset or a restored snapshot may have replaced the history.
        if (message === undefined || core.state.batches.get(batch.uuid) !== batch) continue;
        if (test.acceptsBatch(batch)) return message;
        const turn = takeTurn();
        if (turn !== undefined) await turn;
      }
    }
  } finally {
    stop();
    // A signal with a listener stays until the end of the service.
    signal.removeEventListener('abort', onEnd);
  }

  function nextFresh(): Candidate | undefined {
    const batch = fresh.pop();
    return batch && { batch, message: lastMessage(batch, test) };
  }
}

/** Goes through the messages that are due, or those of them for a number, from the latest to the first one. */
function latestFirst({ index }: State, number: string | undefined): () => Candidate | undefined {
  // Later ones are added at the end of these lists.
  if (number === undefined) {
    let left = index.due.length;
    return () => {
      const batch = index.due[--left];
      return batch && { batch, message: batch.messages.at(-1) };
    };
  }
  const messages = messagesDueTo(index, number);
  let left = messages.length;
  return () => {
    const message = messages[--left];
    return message && { batch: message.batch, message };
  };
}

/** The last message of a batch, or the last one for the number of a test. */
function lastMessage({ messages }: Batch, { number }: MessageTest): Message | undefined {
  return number === undefined ? messages.at(-1) : messages.findLast(({ to }) => bareNumber(to) === number);
}
