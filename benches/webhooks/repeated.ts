import { timed } from '../measure/cpu.ts';

/** Does a piece of work over and over; processor time of one time, in microseconds. */
export async function repeated(times: number, work: () => unknown): Promise<number> {
  const took = await timed(async () => {
    for (let time = 0; time < times; time++) {
      const result = work();
      if (result instanceof Promise) await result;
    }
  });
  return took.cpuMicros / times;
}

/** How often a piece of work over so many bytes has to be done to take some 30 ms. */
export function timesFor(bytes: number): number {
  return Math.round(30_000 / (4 + bytes / 120));
}
