import { expect } from 'vitest';
import type { Outcome } from '../../tools/run.ts';

/** Fails with the output of a command that failed. */
export async function mustSucceed(work: Promise<Outcome>): Promise<void> {
  const { ok, output } = await work;
  expect(ok, output).toBe(true);
}
