import { sendServed, serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

test('an overview counts failures by their cause, from an instant on (EMU-13)', async () => {
  const served = await serve();
  const { control, read } = served;
  await sendServed(served, { to: '447700900822' });
  await sendServed(served, { to: '447700900822' });
  await sendServed(served, { from: { type: 'custom', value: 'OTHER' } }).catch(() => undefined);
  expect(await read('/overview')).toMatchObject({
    failed: [{ code: '22', count: 2 }],
    refused: [{ status: 403, code: 'sender_not_owned', count: 1 }],
    webhooks: [],
    accounts: [],
  });
  const { now } = await read<{ now: string }>('/clock');
  const later = new Date(Date.parse(now) + 1).toISOString();
  expect(await read(`/overview?since=${later}`)).toMatchObject({ failed: [], refused: [] });
  expect((await control('GET /overview?since=yesterday')).status).toBe(400);
});

test('the rates of an overview contain every message once (EMU-13)', async () => {
  const served = await serve();
  const { control, read } = served;
  expect(await read('/overview')).toMatchObject({ rates: [] });
  await sendServed(served);
  await control('POST /clock/advance', { by: '1h' });
  await sendServed(served, { to: '447700900822' });
  const { rates } = await read<{ rates: { queued: number; failed: number }[] }>('/overview');
  expect(rates).toHaveLength(30);
  expect([rates[0], rates.at(-1)]).toMatchObject([
    { queued: 1, failed: 0 },
    { queued: 1, failed: 1 },
  ]);
});

test('an overview names the numbers for which every shared sender is locked (EMU-13)', async () => {
  const served = await serve({ sharedSenders: ['447700900980', '447700900981'] });
  const { control, read } = served;
  const shared = { to: '447700900123', from: { type: 'shared' as const } };
  await sendServed(served, shared);
  expect(await read('/overview')).toMatchObject({ exhausted: { count: 0, numbers: [] } });
  await control('PUT /shared-senders', { senders: ['447700900981'] });
  await sendServed(served, shared);
  expect(await read('/overview')).toMatchObject({ exhausted: { count: 1, numbers: ['447700900123'] } });
});

test('an overview counts the messages that will get no receipt, whenever they were sent (EMU-29)', async () => {
  const served = await serve({ carrier: { after: '1h' } });
  const { control, read, emulator } = served;
  const unreported = async () => (await read<{ unreported: number }>('/overview')).unreported;
  await sendServed(served, { to: '447700900700' });
  await sendServed(served, { to: '447700900123' });
  expect(await unreported()).toBe(1);
  await control('POST /clock/advance', { by: '2d' });
  const { now } = await read<{ now: string }>('/clock');
  expect(await read(`/overview?since=${now}`)).toMatchObject({ failed: [], unreported: 1 });
  const [held] = emulator.messages({ state: 'sent' });
  emulator.deliver(held?.messageUuid ?? '');
  expect(await unreported()).toBe(0);
});

test.each([
  ['a path that does not exist', '/mesage', 'No operation has this path. Correct the path'],
  ['an unknown key', '/batch?key=1', 'The key is missing, unknown'],
])('an overview blames no fault for %s', async (_, path, advice) => {
  const { emulator, server, read } = await serve();
  emulator.addFault({ operation: 'messages.send', status: 418 });
  await fetch(`${server.url}${path}`);
  const { refused } = await read<{ refused: { advice: string }[] }>('/overview');
  expect(refused[0]?.advice).toContain(advice);
});
