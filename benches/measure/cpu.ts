/** The cost of a piece of work. */
export interface Took {
  /** Processor time of the whole process, garbage collection included, in microseconds. */
  readonly cpuMicros: number;
  /** Elapsed time, in milliseconds. */
  readonly wallMs: number;
}

/** Measures a piece of work. On a shared machine, compare processor times. */
export async function timed(work: () => unknown): Promise<Took> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpuMicros: user + system, wallMs: performance.now() - startedAt };
}
