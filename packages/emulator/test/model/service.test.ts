import { expect, test } from 'vitest';
import { runModel } from './run.ts';

const NUM_RUNS = Number(process.env.MODEL_RUNS ?? 40);

test('after each of many random calls, the service is in the state of a small model (EMU-4)', {
  timeout: 120_000,
}, async () => {
  const calls = await runModel({ numRuns: NUM_RUNS, maxCommands: 60, seed: 1 });
  expect(calls).toBeGreaterThan(15 * NUM_RUNS);
});
