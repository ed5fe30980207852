import { START, sendServed, serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

test('GET /digest reports facts, requests, faults, sandboxes and moves of the clock', async () => {
  const served = await serve();
  const digest = () => served.read('/digest');
  expect(await digest()).toEqual({
    now: START,
    mode: 'virtual',
    seq: expect.any(Number),
    requests: 0,
    faults: 0,
    sandboxes: 0,
    advancing: false,
  });
  await sendServed(served);
  await served.control('POST /faults', { status: 500 });
  await served.control('POST /sandboxes');
  await served.control('POST /clock/advance', { by: '1m' });
  expect(await digest()).toMatchObject({
    now: '2026-03-01T09:01:00.000Z',
    requests: 1,
    faults: 1,
    sandboxes: 1,
  });
});
