import { setImmediate } from 'node:timers/promises';

/** Bytes alive on the heap, once all garbage is gone; needs `--expose-gc`. */
export async function liveBytes(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('start Node with --expose-gc');
  // Weak references and finalizers are let go between collections only.
  for (let pass = 0; pass < 4; pass++) {
    await setImmediate();
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
