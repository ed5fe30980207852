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
