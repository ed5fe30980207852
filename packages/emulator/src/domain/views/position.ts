import { type Batch, dueSeqOf } from '../state/state.ts';

/**
 * A moment in the history of a service: the number of facts recorded until then. Everything that was queued or became due
 * until then comes before it, whatever the clock showed.
 */
export type Position = number;

/** Whether a batch was queued after a position, or was scheduled before it and became due after it. */
export function isAfterPosition(batch: Batch, position: Position): boolean {
  return dueSeqOf(batch) > position;
}
