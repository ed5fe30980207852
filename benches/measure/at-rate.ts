import { setTimeout as pause } from 'node:timers/promises';

/**
 * Makes calls at a rate, whether earlier ones were answered or not, and waits for all of them.
 *
 * @param perSecond - The number of calls a second.
 * @param durationMs - How long calls are made.
 * @param make - Makes a call. It gets the number of calls before.
 * @returns The number of calls.
 */
export async function atRate(
  perSecond: number,
  durationMs: number,
  make: (index: number) => Promise<unknown>,
): Promise<number> {
  const running = new Set<Promise<unknown>>();
  const startedAt = performance.now();
  let made = 0;
  for (; ; made++) {
    const dueAt = startedAt + made * (1_000 / perSecond);
    if (dueAt - startedAt >= durationMs) break;
    const early = dueAt - performance.now();
    if (early > 1) await pause(early);
    const call: Promise<unknown> = make(made).then(() => running.delete(call));
    running.add(call);
  }
  await Promise.all(running);
  return made;
}
