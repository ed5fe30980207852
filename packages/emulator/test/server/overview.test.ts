import { sendServed, serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

test('an overview counts failures by their cause, from an instant on (EMU-13)', async () => {
  const served = await serve();
  const { control } = served;
  await sendServed(served, { to: '447700900822' });
  await sendServed(served, { to: '447700900822' });
  await sendServed(served, { from: { type: 'custom', value: 'OTHER' } }).catch(() => undefined);
  expect((await control('GET /overview')).body).toMatchObject({
    failed: [{ code: '22', count: 2 }],
    refused: [{ status: 403, code: 'sender_not_owned', count: 1 }],
    webhooks: [],
    accounts: [],
  });
  const { now } = (await control<{ now: string }>('GET /clock')).body;
  const later = new Date(Date.parse(now) + 1).toISOString();
  expect((await control(`GET /overview?since=${later}`)).body).toMatchObject({ failed: [], refused: [] });
  expect((await control('GET /overview?since=yesterday')).status).toBe(400);
});

test('the rates of an overview contain every message once (EMU-13)', async () => {
  const served = await serve();
  const { control } = served;
  expect((await control('GET /overview')).body).toMatchObject({ rates: [] });
  await sendServed(served);
  await control('POST /clock/advance', { by: '1h' });
  await sendServed(served, { to: '447700900822' });
  const { rates } = (await control<{ rates: { queued: number; failed: number }[] }>('GET /overview')).body;
  expect(rates).toHaveLength(30);
  expect([rates[0], rates.at(-1)]).toMatchObject([
    { queued: 1, failed: 0 },
    { queued: 1, failed: 1 },
  ]);
});

test('an overview names the numbers for which every shared sender is locked (EMU-13)', async () => {
  const served = await serve({ sharedSenders: ['447700900980', '447700900981'] });
  const { control } = served;
  const shared = { to: '447700900123', from: { type: 'shared' as const } };
  await sendServed(served, shared);
  expect((await control('GET /overview')).body).toMatchObject({ exhausted: { count: 0, numbers: [] } });
  await control('PUT /shared-senders', { senders: ['447700900981'] });
  await sendServed(served, shared);
  expect((await control('GET /overview')).body).toMatchObject({
    exhausted: { count: 1, numbers: ['447700900123'] },
  });
});
