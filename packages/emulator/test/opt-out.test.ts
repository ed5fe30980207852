import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { createMessagingClient } from '@messaging-service/sdk';
import { normalizePhoneNumber } from '@messaging-service/sdk/phone';
import { api, later, MINUTE, START, test } from '@messaging-service/test-support';
import { createWebhookHandler } from '@messaging-service/webhooks';
import { describe, expect } from 'vitest';
import { PLACES } from './controls/subjects.ts';

const HANDSET = '447700900123';
const accounts = [{ credits: 100, senders: ['DEMO', 'SHOP'] }];

function openEmulator(): Emulator {
  return createEmulator({ now: START, accounts, carrier: { optOut: true } });
}

/** Sends a message and returns the code of its receipt. */
async function codeOf(emulator: Emulator, message: object = {}): Promise<string | undefined> {
  const { messageUuid } = await api.sendOne(emulator, { to: HANDSET, ...message });
  return emulator.messages().find((one) => one.messageUuid === messageUuid)?.receipt?.code;
}

test.each([
  'STOP',
  'stop',
  ' Stop. ',
  'STOPALL',
  'stop all!',
  'Unsubscribe',
  'CANCEL',
  'end',
  'Quit',
  'revoke',
  'OPT-OUT',
  'ＳＴＯＰ',
  'S\u200BTOP',
])('after %j, messages of that sender ID fail until START (EMU-24)', async (word) => {
  const emulator = openEmulator();
  expect(await codeOf(emulator)).toBe('00');
  emulator.handset(HANDSET).reply(word);
  expect(await codeOf(emulator)).toBe('30');
  expect(await codeOf(emulator, { to: `+${HANDSET}` })).toBe('30');
  expect(await codeOf(emulator, { to: '447700900124' })).toBe('00');
  expect(await codeOf(emulator, { from: { type: 'custom', value: 'SHOP' } })).toBe('00');
  for (const other of ['HELP', 'INFO', 'please start']) emulator.handset(HANDSET).reply(other);
  expect(await codeOf(emulator)).toBe('30');
  emulator.handset(HANDSET).reply('Start');
  expect(await codeOf(emulator)).toBe('00');
});

test.each(['please stop', 'stopping', 'HELP', 'INFO', 'YES', 'NO', '', '🛑'])(
  '%j does not opt out (EMU-24)',
  async (text) => {
    const emulator = openEmulator();
    await codeOf(emulator);
    if (text !== '') emulator.handset(HANDSET).reply(text);
    expect(await codeOf(emulator)).toBe('00');
  },
);

test.each(['START', 'unstop', 'Yes!'])('%j opts in again (EMU-24)', async (word) => {
  const emulator = openEmulator();
  emulator.handset(HANDSET).reply('STOP', { to: 'DEMO' });
  emulator.handset(HANDSET).reply(word, { to: 'DEMO' });
  expect(await codeOf(emulator)).toBe('00');
});

test('by default, STOP is a message like any other (EMU-24)', async () => {
  const emulator = createEmulator({ now: START, accounts });
  emulator.handset(HANDSET).reply('STOP', { to: 'DEMO' });
  expect(await codeOf(emulator)).toBe('00');
});

test('an opt-out decides before rules, and also about a message that was scheduled before it (EMU-24)', async () => {
  const emulator = openEmulator();
  emulator.setCarrier({ rules: [{ to: '*', outcome: 'deliver' }] });
  const { messageUuid } = await api.sendOne(emulator, { to: HANDSET, send_at: later(10 * MINUTE) });
  emulator.handset(HANDSET).reply('STOP', { to: 'DEMO' });
  await emulator.clock.advance(10 * MINUTE);
  expect(emulator.messages().find((one) => one.messageUuid === messageUuid)).toMatchObject({
    state: 'failed',
    receipt: { code: '30', description: 'The recipient has opted out' },
  });
});

test('an opt-out is a fact, which snapshots keep and a reset forgets (EMU-7, EMU-24)', async () => {
  const emulator = openEmulator();
  emulator.handset(HANDSET).reply('STOP', { to: 'DEMO' });
  expect(emulator.journal().map(({ fact }) => fact.type)).toContain('recipient-opted-out');
  const restored = createEmulator({ now: START, accounts });
  restored.restore(JSON.parse(JSON.stringify(emulator.snapshot())) as never);
  const send = () =>
    restored.fetch(`${restored.baseUrl}/message?key=${emulator.account.apiKey}`, {
      method: 'POST',
      body: JSON.stringify({
        messages: [{ to: HANDSET, from: { type: 'custom', value: 'DEMO' }, body: 'Hi' }],
      }),
    });
  expect((await send()).status).toBe(200);
  expect(restored.messages()).toMatchObject([{ receipt: { code: '30' } }]);
  emulator.reset();
  expect(await codeOf(emulator)).toBe('00');
});

describe.each(PLACES)('opt-outs %s (EMU-18, EMU-24)', (_, open) => {
  test('are switched on and off while the emulator runs, and other settings leave them', async () => {
    const { controls, send } = await open();
    const codes = async () => (await controls.messages()).map(({ receipt }) => receipt?.code);
    await controls.setCarrier({ optOut: true });
    await send({ to: HANDSET });
    await controls.handset(HANDSET).reply('STOP');
    await controls.setCarrier({ outcome: 'deliver' });
    await send({ to: HANDSET });
    await controls.setCarrier({ optOut: false });
    await send({ to: HANDSET });
    expect(await codes()).toEqual(['00', '30', '00']);
  });
});

test('a list of numbers of STOP webhooks prevents every later send that the network would refuse (API-3, EMU-24)', async () => {
  const optedOut = new Set<string>();
  const secret = 'a secret';
  const handler = createWebhookHandler({
    secrets: secret,
    now: () => emulator.clock.now().getTime(),
    on: {
      inboundMessage: ({ phoneNumber, payload }) => {
        if (phoneNumber !== undefined && /^\W*stop\W*$/i.test(payload.message)) optedOut.add(phoneNumber);
      },
      deliveryReceipt: ({ phoneNumber, payload }) => {
        if (phoneNumber !== undefined && payload.receiptInfo.code === '30') optedOut.add(phoneNumber);
      },
    },
  });
  const mo = { mo_webhook_url: 'https://shop.example/webhook', mo_webhook_secret: secret };
  const emulator = createEmulator({
    now: START,
    accounts: [{ credits: 100, senders: ['DEMO'], mo }],
    carrier: { optOut: true },
    webhooks: { fetch: (input, init) => handler(new Request(input, init)) },
  });
  const { baseUrl, fetch, account } = emulator;
  const { messages } = createMessagingClient({ baseUrl, fetch, accountKey: account.apiKey });
  const send = async (to: string) => {
    if (optedOut.has(normalizePhoneNumber(to, { country: 'GB' }))) return 'refused';
    const callback = 'https://shop.example/receipts';
    await messages.sendOne({
      to: normalizePhoneNumber(to, { country: 'GB' }),
      from: { type: 'custom', value: 'DEMO' },
      body: 'Hi',
      callback,
    });
    await emulator.settle();
    return emulator.messages().at(-1)?.state;
  };
  expect(await send('07700 900123')).toBe('delivered');
  emulator.handset('+44 7700 900123').reply('STOP');
  await emulator.settle();
  for (const to of ['07700 900123', '+447700900123', '0044 7700 900123', '447700900123'])
    expect(await send(to)).toBe('refused');
  // Without the list, the receipt is the second chance.
  optedOut.clear();
  expect(await send('07700 900123')).toBe('failed');
  expect(await send('07700 900123')).toBe('refused');
  expect([...optedOut]).toEqual([String(emulator.handset('447700900123').number)]);
});
