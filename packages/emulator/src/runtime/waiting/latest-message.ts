import { type Batch, bareNumber, type Message, type State } from '../../domain/state/state.ts';

/**
 * A test of messages in two parts, because the text, the sender and the time are the same for all messages of a batch.
 */
export interface MessageTest {
  /** The number, without a plus, that messages must be for; undefined when it does not matter. */
  readonly number: string | undefined;
  readonly acceptsBatch: (batch: Batch) => boolean;
}

/**
 * The batches with messages for a test, in the order in which they count, the latest first: those of its number only,
 * or all.
 */
export function candidates({ batches, phones }: State, { number }: MessageTest): Batch[] {
  const all =
    number === undefined
      ? batches.values()
      : new Set((phones.get(number) ?? []).flatMap((line) => ('batch' in line ? [line.batch] : [])));
  return [...all].sort((a, b) => (isLater(a, b) ? -1 : 1));
}

/** The last message of a batch, or the last one for the number of a test. */
export function lastMessage({ messages }: Batch, { number }: MessageTest): Message | undefined {
  return number === undefined ? messages.at(-1) : messages.findLast(({ to }) => bareNumber(to) === number);
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
