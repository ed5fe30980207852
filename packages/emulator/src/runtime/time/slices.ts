import type { Scan } from '../../domain/views/scan.ts';
import { machineNow, nextTurn } from './event-loop.ts';

/** The length of a slice of a scan, in milliseconds of real time. */
const SLICE_MS = 8;

/** Ends with the turn of the event loop that the latest slice runs in. */
let turns: Promise<void> = Promise.resolve();

/**
 * Runs a scan in slices. Other work can run between two slices, and each turn of the event loop runs one slice only,
 * however many scans there are.
 */
export async function inSlices<Result>(scan: Scan<Result>): Promise<Result> {
  for (;;) {
    turns = turns.then(nextTurn);
    await turns;
    const until = machineNow() + SLICE_MS;
    do {
      const step = scan.next();
      if (step.done === true) return step.value;
    } while (machineNow() < until);
  }
}
