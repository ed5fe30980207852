import { openReceiver } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { serveFollowed } from './application.ts';

/** Together these requests take longer than a follower may wait with its report. */
const REQUESTS = 24;
const RESPONSE_MS = 500;

test('an advance waits for requests that follow each other for more than ten seconds (EMU-17)', {
  timeout: 60_000,
}, async () => {
  let served = 0;
  await using slow = await openReceiver((response) => {
    setTimeout(() => {
      served++;
      response.end('done');
    }, RESPONSE_MS);
  });
  const { emulator, start, warnings } = await serveFollowed({}, { SLOW: slow.url });
  const application = await start(`
    setTimeout(async () => {
      for (let request = 0; request < ${REQUESTS}; request++) await (await fetch(process.env.SLOW)).text();
      say('finished');
    }, 1_000);
  `);
  await emulator.clock.advance('1m');
  expect(served).toBe(REQUESTS);
  await application.line('finished 2026-01-01T09:00:01.000Z');
  // Both report the wait, and none gives up.
  expect(warnings).toEqual([expect.stringContaining('has taken 2 s')]);
  expect(application.errors()).not.toContain('continues without');
});

test('an application that returns after it has blocked runs what is overdue, in order, at the current time (EMU-17)', {
  timeout: 60_000,
}, async () => {
  const { emulator, start, warnings } = await serveFollowed();
  const application = await start(`
    const block = () => {
      const until = process.hrtime.bigint() + 12_000_000_000n;
      while (process.hrtime.bigint() < until);
    };
    setTimeout(block, 60_000);
    setTimeout(() => say('second'), 540_000);
    setTimeout(() => say('first'), 300_000);
    setInterval(() => say('interval'), 420_000);
    setTimeout(() => say('later'), 1_200_000);
  `);
  await emulator.clock.advance('15m');
  expect(warnings.at(-1)).toContain('did not reach 2026-01-01T09:01:00.000Z');
  await application.line(/^second/);
  expect(application.lines.slice(1)).toEqual([
    'first 2026-01-01T09:15:00.000Z',
    'interval 2026-01-01T09:15:00.000Z',
    'second 2026-01-01T09:15:00.000Z',
  ]);
  await expect.poll(() => application.errors()).toContain('is connected to the emulator again');
  await emulator.clock.advance('10m');
  await application.line('later 2026-01-01T09:20:00.000Z');
  await application.line('interval 2026-01-01T09:22:00.000Z');
});
