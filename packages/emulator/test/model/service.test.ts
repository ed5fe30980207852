import { describe, expect, test } from 'vitest';
import { runModel } from './run.ts';

const NUM_RUNS = Number(process.env.MODEL_RUNS ?? 40);

describe('random commands against a small model (EMU-4)', () => {
  test(`${NUM_RUNS} short runs keep every invariant`, { timeout: 120_000 }, async () => {
    const calls = await runModel({ numRuns: NUM_RUNS, maxCommands: 60, seed: 1 });
    expect(calls).toBeGreaterThan(15 * NUM_RUNS);
  });
});
