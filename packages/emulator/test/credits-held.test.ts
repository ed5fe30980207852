import {
  type AccountOptions,
  createEmulator,
  type Emulator,
  type EmulatorOptions,
} from '@messaging-service/emulator';
import { api, createFetchReceiver, later, MINUTE, message, START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const TOO_FEW = { status: 402, code: 'insufficient_credits' };
const UNPAID = { code: '41', description: 'The account had too few credits when the message was due' };

/** Credits as `[balance, held, paid, packaged]`. */
async function credits(emulator: Emulator): Promise<number[]> {
  const listed = await api.account(emulator);
  const { paid_credits: paid, packaged_credits: packaged } = listed;
  return [listed.credits, listed.held_credits, paid.remaining, packaged.remaining];
}

function emulatorWith(paid: number, packaged = 0): Emulator {
  return createEmulator({
    now: START,
    accounts: [{ senders: ['DEMO'], credits: paid, packagedCredits: packaged }],
  });
}

/** An emulator whose account loses its paid credits five minutes after the start. */
function emulatorThatResets(credits: AccountOptions, options: EmulatorOptions = {}): Emulator {
  const reset = { schedule: '5 9 * * *', paid_credits: { schedule_reset_to_zero: true } };
  return createEmulator({ now: START, accounts: [{ senders: ['DEMO'], ...reset, ...credits }], ...options });
}

test('a scheduled message holds its credits, and is charged when it is sent (SCH-5, CRD-4, CRD-1)', async () => {
  const emulator = emulatorWith(10, 3);
  await api.sendBatch(emulator, { at: later(10 * MINUTE), message: 'x'.repeat(161) });
  expect(await credits(emulator)).toEqual([9, 4, 10, 3]);
  await emulator.clock.advance(10 * MINUTE);
  expect(await credits(emulator)).toEqual([9, 0, 9, 0]);
});

test('held credits cannot be spent on anything else (SCH-5)', async () => {
  const emulator = emulatorWith(3);
  const uuid = await api.sendBatch(emulator, { at: later(10 * MINUTE) });
  await api.sendOne(emulator);
  expect(await credits(emulator)).toEqual([0, 2, 2, 0]);
  expect(await api.refuseMessages(emulator, [{}])).toEqual(TOO_FEW);
  const scheduled = { messages: [message({ send_at: later(20 * MINUTE) })] };
  expect(await api.refuse(emulator, 'POST /message', { body: scheduled })).toEqual(TOO_FEW);
  await api.call(emulator, `DELETE /batch/${uuid}`);
  await api.sendOne(emulator);
  expect(await credits(emulator)).toEqual([1, 0, 1, 0]);
});

test('a request counts what it holds and what it spends together (CRD-6)', async () => {
  const emulator = emulatorWith(2);
  const messages = [message(), message({ send_at: later(10 * MINUTE) }), message()];
  expect(await api.refuse(emulator, 'POST /message', { body: { messages } })).toEqual(TOO_FEW);
  expect(await credits(emulator)).toEqual([2, 0, 2, 0]);
});

test('a reset may take the credits a message held: it fails with code 41 and costs nothing (SCH-6)', async () => {
  const { fetch, received } = createFetchReceiver();
  const emulator = emulatorThatResets({ credits: 10 }, { webhooks: { fetch } });
  const callback = 'https://shop.example/receipts';
  const uuid = await api.sendBatch(emulator, { at: later(10 * MINUTE), callback });
  await emulator.clock.advance(5 * MINUTE);
  expect(await credits(emulator)).toEqual([-2, 2, 0, 0]);
  await emulator.clock.advance(5 * MINUTE);
  expect(await credits(emulator)).toEqual([0, 0, 0, 0]);
  expect(emulator.messages({ batch: uuid })).toMatchObject([
    { state: 'failed', sentAt: null, receipt: UNPAID },
    { state: 'failed', sentAt: null, receipt: UNPAID },
  ]);
  expect(received.map(({ payload }) => payload)).toMatchObject([
    { destination: '+447700900001', delivered: false, receiptInfo: UNPAID },
    { destination: '+447700900002', delivered: false, receiptInfo: UNPAID },
  ]);
});

test('when credits are left for some of a batch, its first messages are sent (SCH-6)', async () => {
  const emulator = emulatorThatResets({ credits: 100, packagedCredits: 5 });
  const destinations = ['447700900001', '447700900002', '447700900003', '447700900004'];
  await api.sendBatch(emulator, { at: later(10 * MINUTE), message: 'x'.repeat(161), destinations });
  await emulator.clock.advance(10 * MINUTE);
  expect(emulator.messages().map(({ state }) => state)).toEqual([
    'delivered',
    'delivered',
    'failed',
    'failed',
  ]);
  expect(await credits(emulator)).toEqual([1, 0, 0, 1]);
});
