import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, gate, later, MINUTE, receiving, START, test } from '@messaging-service/test-support';
import { describe, expect } from 'vitest';

/** The facts of a message in the journal. */
function lifeOf(emulator: Emulator, messageUuid: string): string[] {
  return emulator
    .journal()
    .map(({ fact }) => fact)
    .filter((fact) => 'messageUuid' in fact && fact.messageUuid === messageUuid)
    .map(({ type }) => type);
}

test('a message is queued, then sent, then delivered (MSG-16)', async () => {
  const emulator = createEmulator({ now: START, carrier: { after: '1m' } });
  const { messageUuid } = await api.sendOne(emulator, { send_at: later(10 * MINUTE) });
  const stages: unknown[] = [];
  for (const by of [0, 10 * MINUTE, MINUTE]) {
    await emulator.clock.advance(by);
    stages.push(emulator.messages()[0]);
  }
  expect(stages).toMatchObject([
    {
      state: 'scheduled',
      units: 1,
      channel: null,
      sendAt: later(10 * MINUTE),
      sentAt: null,
      resolvedAt: null,
      callback: null,
    },
    { state: 'sent', channel: 'sms', sentAt: later(10 * MINUTE), resolvedAt: null, receipt: null },
    {
      state: 'delivered',
      sentAt: later(10 * MINUTE),
      resolvedAt: later(11 * MINUTE),
      receipt: { code: '00', description: 'Successful' },
    },
  ]);
  expect(lifeOf(emulator, messageUuid)).toEqual(['message-sent', 'message-delivered']);
});

test('everything that is due has happened when a call returns, except webhook attempts (EMU-2)', async () => {
  const answered = gate();
  const { emulator } = receiving({}, () => answered.passed.then(() => 200));
  const { batchUuid } = await api.sendOne(emulator, { callback: 'https://shop.example/receipts' });
  expect(emulator.messages()).toMatchObject([{ state: 'delivered', resolvedAt: START }]);
  expect(emulator.webhooks()).toMatchObject([{ state: 'pending', attempts: [] }]);
  expect(await api.receipts(emulator, batchUuid)).toMatchObject({ counts: { delivered: 1 } });
  answered.open();
  await emulator.clock.settle();
  expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded', attempts: [{ status: 200 }] }]);
});

test('neither flag is set before the network reports, then exactly one (MSG-13)', async () => {
  const emulator = createEmulator({ now: START, carrier: { after: '1m' } });
  const batchUuid = await api.sendBatch(emulator, { destinations: ['447700900001', '447700900822'] });
  const flags = async () =>
    (await api.receipts(emulator, batchUuid)).details?.map(({ delivered, failed }) => ({
      delivered,
      failed,
    }));
  const none = { delivered: false, failed: false };
  expect(await flags()).toEqual([none, none]);
  await emulator.clock.advance('1m');
  const [delivered, failed] = [
    { ...none, delivered: true },
    { ...none, failed: true },
  ];
  expect(await flags()).toEqual([delivered, failed]);
});

test('the receipt webhook follows a verdict by hand, too (EMU-14, RCP-6)', async () => {
  const { emulator, received } = receiving({ carrier: { outcome: 'hold' } });
  const { messageUuid, batchUuid } = await api.sendOne(emulator, {
    to: '33612345678',
    callback: 'https://shop.example/receipts',
  });
  emulator.fail(messageUuid, '1');
  await emulator.clock.settle();
  expect(received.map(({ payload }) => payload)).toEqual([
    {
      destination: '+33612345678',
      delivered: false,
      batchuuid: batchUuid,
      messageuuid: messageUuid,
      receiptInfo: { code: '1', description: 'Sent to SME but unable to confirm' },
    },
  ]);
});

describe('of two messages whose results are due at one instant', () => {
  const LATER = { now: START, carrier: { after: '10s' } } as const;
  const destinations = ['15551234567', '15551234568'];

  test('one that was resolved by hand keeps its result, and the other one gets its own (EMU-14)', async () => {
    const emulator = createEmulator(LATER);
    const batch = await api.sendBatch(emulator, { destinations });
    const [first] = emulator.messages({ batch });
    emulator.fail(first?.messageUuid ?? '');
    expect(await emulator.clock.advance('10s')).toMatchObject({ ran: 1 });
    expect(emulator.messages({ batch })).toMatchObject([
      { state: 'failed', resolvedAt: START, receipt: { code: '22' } },
      { state: 'delivered', resolvedAt: later(10_000) },
    ]);
  });

  test('both that were resolved by hand leave nothing to do (EMU-14)', async () => {
    const emulator = createEmulator(LATER);
    await api.sendBatch(emulator, { destinations });
    for (const { messageUuid } of emulator.messages()) emulator.deliver(messageUuid);
    expect(await emulator.clock.next()).toEqual({ now: new Date(START), ran: 0 });
    expect(await emulator.clock.advance('10s')).toMatchObject({ ran: 0 });
  });
});

test('a message that could not be sent, because a rule in code threw, is sent when it is resolved by hand (EMU-14)', async () => {
  const rule = () => {
    throw new Error('a fault of the rule');
  };
  const emulator = createEmulator({ now: START, carrier: { rule } });
  await expect(api.sendOne(emulator, { channels: ['rcs', 'sms'] })).rejects.toThrow('a fault of the rule');
  const [message] = emulator.messages();
  expect(message).toMatchObject({ state: 'queued', channel: null });
  expect(emulator.deliver(message?.messageUuid ?? '')).toMatchObject({ state: 'delivered', channel: 'rcs' });
});
