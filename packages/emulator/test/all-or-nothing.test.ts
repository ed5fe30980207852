import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, batch, later, MINUTE, message, START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const ID = '00000000-aaaa-bbbb-cccc-000000000001';
const LOCKED = '447700900009';

/** A service in which each kind of refusal can happen: an identifier used, a shared sender locked, few credits left. */
async function emulatorWithLife(): Promise<Emulator> {
  const emulator = createEmulator({
    now: START,
    sharedSenders: ['447700900981'],
    accounts: [
      { senders: ['DEMO'], credits: 60 },
      { senders: ['THEIRS'], credits: 60 },
    ],
  });
  await api.send(emulator, [{ id: ID }, { send_at: later(10 * MINUTE) }]);
  await api.send(emulator, [{ to: LOCKED, from: { type: 'shared' } }], { key: emulator.accounts[1]?.apiKey });
  return emulator;
}

/** Many good messages of every kind, with one in the middle. */
function among(bad: object): object[] {
  const good = [
    message(),
    message({ from: { type: 'shared' }, to: '447700900003' }),
    message({ send_at: later(20 * MINUTE), callback: 'https://shop.example/receipts' }),
    message({ id: '00000000-aaaa-bbbb-cccc-00000000000f', channels: ['rcs'] }),
  ];
  return [...good, bad, ...good.slice(0, 3)];
}

test.each<[code: string, status: number, bad: object]>([
  ['invalid_request', 400, { ...message(), to: 'nobody' }],
  ['invalid_request', 400, { ...message(), body: '' }],
  ['invalid_request', 400, { ...message(), sendAt: later(10 * MINUTE) }],
  ['invalid_request', 400, {}],
  ['sender_not_owned', 403, message({ from: { type: 'custom', value: 'THEIRS' } })],
  ['duplicate_id', 409, message({ id: ID })],
  ['duplicate_id', 409, message({ id: '00000000-aaaa-bbbb-cccc-00000000000f' })],
  ['shared_sender_unavailable', 409, message({ to: LOCKED, from: { type: 'shared' } })],
  ['insufficient_credits', 402, message({ body: 'x'.repeat(160 * 60) })],
])(
  '%s (%d) of one message among many: nothing is queued, charged or locked (API-9)',
  async (code, status, bad) => {
    const emulator = await emulatorWithLife();
    const body = { messages: among(bad) };
    expect(await api.refuse(emulator, 'POST /message', { body })).toMatchObject({ code, status });
  },
);

test('every field that is wrong is named, in all messages (ERR-1)', async () => {
  const emulator = await emulatorWithLife();
  const messages = [{ ...message(), to: 7 }, message(), { ...message(), body: null, callback: 'x' }];
  const { issues } = await api.refuse(emulator, 'POST /message', { body: { messages } });
  expect(issues?.map(({ path }) => path)).toEqual([
    'messages.0.to',
    'messages.2.body',
    'messages.2.callback',
  ]);
});

test.each<[code: string, bad: object, query: Record<string, string>]>([
  ['invalid_request', { destinations: ['447700900001', 'nobody'] }, {}],
  ['invalid_request', { channel: 'fax' }, {}],
  ['sender_not_owned', { from: 'THEIRS' }, {}],
  ['insufficient_credits', { destinations: Array.from({ length: 59 }, () => '447700900001') }, {}],
  ['multipart_not_allowed', { message: 'x'.repeat(161) }, { allowMulti: 'false' }],
])('%s of a batch leaves the state as it was (API-9)', async (code, bad, query) => {
  const emulator = await emulatorWithLife();
  const body = { ...batch({ at: later(30 * MINUTE) }), ...bad };
  expect(await api.refuse(emulator, 'POST /batch', { body, query })).toMatchObject({ code });
});

test('an edit with one wrong member changes nothing (API-9, ACC-4)', async () => {
  const emulator = await emulatorWithLife();
  const body = {
    paid_credits: { allow_negative: true },
    mo: { mo_webhook_url: 'nowhere' },
    schedule: '@daily',
  };
  const { issues } = await api.refuse(emulator, `PATCH /account/${emulator.account.identifier}`, { body });
  expect(issues?.map(({ path }) => path)).toEqual(['mo.mo_webhook_url', 'schedule']);
});
