import { expect, test } from 'vitest';
import { runModel } from './run.ts';

const NUM_RUNS = Number(process.env.MODEL_RUNS ?? 1_000);

test('after each call of long random histories, the service is in the state of a small model (EMU-4)', async () => {
  const calls = await runModel({ numRuns: NUM_RUNS, maxCommands: 100 });
  expect(calls).toBeGreaterThan(20 * NUM_RUNS);
});
