import { machineNow, nextTurn } from './event-loop.ts';

/** How long sliced work may block the event loop before other work can run, in milliseconds of real time. */
const SLICE_MS = 10;

/** Work that can be interrupted wherever it yields. */
export type SlicedWork = Generator<void, void>;

/**
 * All sliced work of the process: searches of many callers share one slice, or together they would block everything
 * else.
 */
const waiting = new Set<SlicedWork>();
let running = false;

/**
 * Does work in slices, between which the event loop turns. It begins within this call; work that takes less than a
 * slice also ends within it.
 *
 * @param work - Yields at least every few milliseconds.
 * @returns What stops it before its end.
 */
export function runInBackground(work: SlicedWork): () => void {
  waiting.add(work);
  if (!running) void run();
  return () => {
    waiting.delete(work);
  };
}

async function run(): Promise<void> {
  running = true;
  for (;;) {
    runSlice();
    if (waiting.size === 0) break;
    await nextTurn();
  }
  running = false;
}

/** Each piece of work gets one step after the other, so that the others do not wait until a long one ends. */
function runSlice(): void {
  const until = machineNow() + SLICE_MS;
  for (const work of waiting) {
    waiting.delete(work);
    if (work.next().done !== true) waiting.add(work);
    if (machineNow() >= until) return;
  }
}
