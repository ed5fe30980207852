import type { Batch, State } from '../state/state.ts';

/** A moment in the history of a service. Everything that was queued or released until then comes before it. */
export interface Position {
  /** Facts recorded until then. */
  readonly seq: number;
  /** The time, in milliseconds since the epoch. Scheduled batches due until then had been released. */
  readonly at: number;
}

/** The position of a state at an instant. */
export function positionOf({ factCount: seq }: State, at: number): Position {
  return { seq, at };
}

/** Whether a batch was queued after a position, or was scheduled before it and became due after it. */
export function isAfterPosition({ seq, pending, sendAt }: Batch, position: Position): boolean {
  if (seq > position.seq) return true;
  return !pending && sendAt !== undefined && sendAt > position.at;
}
