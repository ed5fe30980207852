/** What a piece of work took. */
export interface Took {
  /** Processor time of the whole process, garbage collection included, in microseconds. */
  readonly cpuMicros: number;
  /** Time on the wall, in milliseconds. */
  readonly wallMs: number;
}

/** Does a piece of work and takes its time. Processor time is what counts on a machine that others use, too. */
export async function timed(work: () => unknown): Promise<Took> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpuMicros: user + system, wallMs: performance.now() - startedAt };
}
