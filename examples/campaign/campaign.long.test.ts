import { expect, test } from 'vitest';
import { rehearse } from './rehearsal.ts';

test('a campaign to 100,000 recipients that is killed five times reaches each of them once', {
  timeout: 600_000,
}, async () => {
  const killAt = [1, 12_345, 40_000, 40_450, 99_950];
  const { runs, reach, spent } = await rehearse({ recipients: 100_000, killAt });
  expect(reach).toEqual({ once: 100_000, twice: 0, leftOut: 0, wrong: 0 });
  expect(spent).toBe(100_000);
  expect(runs.map(({ ended }) => ended)).toEqual([...killAt.map(() => 'SIGKILL'), 0]);
});
