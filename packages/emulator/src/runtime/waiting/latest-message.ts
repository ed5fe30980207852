import { type Batch, bareNumber, type Message, type State } from '../../domain/state/state.ts';

/**
 * A test of messages in two parts, because the text, the sender and the time are the same for all messages of a batch.
 */
export interface MessageTest {
  /** The number, without a plus, that messages must be for; undefined when it does not matter. */
  readonly number: string | undefined;
  readonly acceptsBatch: (batch: Batch) => boolean;
}

/** How many messages a search checks between two checks of the clock. */
const STRIDE = 1_000;

/**
 * Searches for the latest message that passes a test, in steps, from the last queued batch to the first. A text is
 * matched only where its message would be the latest.
 */
export function* searchLatest(
  state: State,
  test: MessageTest,
  onEnd: (latest: Message | undefined) => void,
): Generator<void, void> {
  let latest = test.number === undefined ? undefined : yield* latestOnHandset(state, test, test.number);
  let passed = 0;
  for (const batch of state.batches.valuesBackwards()) {
    passed++;
    if (latest === undefined || isLater(batch, latest.batch)) {
      passed += test.number === undefined ? 0 : batch.messages.length;
      const message = messageFor(batch, test.number);
      if (message !== undefined) {
        if (test.acceptsBatch(batch)) latest = message;
        // Matching one text can take milliseconds.
        yield;
      }
    }
    if (passed < STRIDE) continue;
    passed = 0;
    yield;
  }
  onEnd(latest);
}

/**
 * The latest of the messages that have reached a handset. Others, such as those that failed before, are not in its
 * list.
 */
function* latestOnHandset(
  state: State,
  { acceptsBatch }: MessageTest,
  number: string,
): Generator<void, Message | undefined> {
  let latest: Message | undefined;
  for (let message = state.handsets.get(number); message !== undefined; message = message.previous) {
    const isCandidate = latest === undefined || isLater(message.batch, latest.batch);
    if (isCandidate && acceptsBatch(message.batch)) latest = messageFor(message.batch, number);
    yield;
  }
  return latest;
}

/** The first message of a batch, or the first one for a number. */
function messageFor(batch: Batch, number: string | undefined): Message | undefined {
  return number === undefined
    ? batch.messages[0]
    : batch.messages.find(({ to }) => bareNumber(to) === number);
}

/** Whether a batch is part of the state: it may have been cancelled, or the state replaced. */
export function isThere(state: State, batch: Batch): boolean {
  return state.batches.get(batch.uuid) === batch;
}

/** A scheduled message counts from the moment it becomes due. */
export function countsFrom({ queuedAt, sendAt }: Batch): number {
  return Math.max(queuedAt, sendAt ?? 0);
}

/** Of messages that count from one moment, the one queued later is the later one. */
export function isLater(batch: Batch, other: Batch): boolean {
  const difference = countsFrom(batch) - countsFrom(other);
  return difference === 0 ? batch.ordinal > other.ordinal : difference > 0;
}
