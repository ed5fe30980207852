import { describe, expect, test } from 'vitest';
import { runModel } from './run.ts';

const NUM_RUNS = Number(process.env.MODEL_RUNS ?? 1_000);

describe('random commands against a small model, at length (EMU-4)', () => {
  test(`${NUM_RUNS} runs keep every invariant`, async () => {
    const calls = await runModel({ numRuns: NUM_RUNS, maxCommands: 100 });
    expect(calls).toBeGreaterThan(20 * NUM_RUNS);
  });
});
