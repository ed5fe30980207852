import { timed } from '../measure/cpu.ts';

/** Repeats a piece of work, and returns the processor time of one repetition in microseconds. */
export async function repeated(times: number, work: () => unknown): Promise<number> {
  const took = await timed(async () => {
    for (let time = 0; time < times; time++) {
      const result = work();
      if (result instanceof Promise) await result;
    }
  });
  return took.cpuMicros / times;
}

/** The number of repetitions that take about 30 ms for a body of this many bytes. */
export function timesFor(bytes: number): number {
  return Math.round(30_000 / (4 + bytes / 120));
}
