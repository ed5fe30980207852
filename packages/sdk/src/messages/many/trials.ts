/** Decides when a refusal that concerns later messages is put to the test again. */
export interface Trials {
  /** Returns whether to try one message of a chunk that the refusal concerns. */
  readonly isDue: () => boolean;
  /** Begins anew, because a message was queued. */
  readonly forget: () => void;
}

/** The most chunks between two trials, so that a long source costs few requests. */
const MOST_CHUNKS = 32;

/** After this pause, a slow source need not fill chunks before the next trial, in milliseconds. */
const PAUSE_MS = 10_000;

/** Creates the trials of a run: with the next chunk, and then after twice as many chunks each time, or after a pause. */
export function createTrials(): Trials {
  let gap = 1;
  let left = gap;
  let triedAt: number | undefined;
  return {
    isDue() {
      left -= 1;
      const now = performance.now();
      const isAfterPause = triedAt !== undefined && now - triedAt >= PAUSE_MS;
      if (left > 0 && !isAfterPause) return false;
      gap = Math.min(gap * 2, MOST_CHUNKS);
      left = gap;
      triedAt = now;
      return true;
    },
    forget() {
      gap = 1;
      left = gap;
      triedAt = undefined;
    },
  };
}
