import { setImmediate } from 'node:timers/promises';

/** Bytes in use on the heap after garbage collection; needs `--expose-gc`. */
export async function liveBytes(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error('Start Node with --expose-gc.');
  // Weak references and finalizers are only released between collections.
  for (let pass = 0; pass < 4; pass++) {
    await setImmediate();
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
