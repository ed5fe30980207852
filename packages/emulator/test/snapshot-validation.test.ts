/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-dynamic-delete -- what is spoiled has no type */
import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { expect, test } from 'vitest';
import { later, MINUTE, START, send, sendBatch } from './api.ts';
import { serve } from './server/caller.ts';

const callback = 'https://shop.example/receipts';
const OTHER = '00000000-0000-4000-8000-00000000dead';

async function lived(): Promise<Emulator> {
  const fetch = () => Promise.resolve(new Response(null, { status: 500 }));
  const emulator = createEmulator({ now: START, carrier: { after: '5m' }, webhooks: { fetch } });
  emulator.createNotification(emulator.account.identifier, {
    url: callback,
    threshold_type: 'paid_fixed_number',
    threshold_value: 5,
  });
  await send(emulator, [{ callback, from: { type: 'shared' } }, { callback }]);
  await emulator.clock.advance('6m');
  await send(emulator, [{ callback }]);
  await sendBatch(emulator, { at: later(60 * MINUTE) });
  return emulator;
}

/** A snapshot as anything: tests spoil it. */
// biome-ignore lint/suspicious/noExplicitAny: what is spoiled has no type.
type Spoiled = any;

const FAULTS: readonly (readonly [what: string, path: string, spoil: (snapshot: Spoiled) => void])[] = [
  ['an unknown version', 'version', (s) => Object.assign(s, { version: 99 })],
  ['a present beyond all dates', 'now', (s) => Object.assign(s, { now: 1e300 })],
  ['a present that is text', 'now', (s) => Object.assign(s, { now: START })],
  ['a negative count of facts', 'seq', (s) => Object.assign(s, { seq: -1 })],
  ['a source of chance that never moves', 'ids', (s) => Object.assign(s, { ids: [0, 0, 0, 0] })],
  ['a missing part', 'agenda', (s) => delete s.agenda],
  ['a missing list', 'state.handsets', (s) => delete s.state.handsets],
  ['an unknown member', 'extra', (s) => Object.assign(s, { extra: 1 })],
  ['an unknown member of the state', 'state.extra', (s) => Object.assign(s.state, { extra: [] })],
  [
    'an unknown member of an entry',
    'state.accounts.0.extra',
    (s) => Object.assign(s.state.accounts[0], { extra: 1 }),
  ],
  ['a list that is an object', 'state.accounts', (s) => Object.assign(s.state, { accounts: {} })],
  ['a state that is a list', 'state', (s) => Object.assign(s, { state: [] })],
  ['no accounts', 'state.senderOwners.DEMO', (s) => s.state.accounts.splice(0)],
  ['no organizations', 'organizationUuid', (s) => s.state.organizations.splice(0)],
  [
    'an account of a missing organization',
    'organizationUuid',
    (s) => Object.assign(s.state.accounts[0], { organizationUuid: OTHER }),
  ],
  [
    'an account that is there twice',
    'state.accounts.1.uuid',
    (s) => s.state.accounts.push(s.state.accounts[0]),
  ],
  [
    'an API key of two',
    'apiKey',
    (s) => Object.assign(s.state.accounts[0], { apiKey: s.state.organizations[0].apiKey }),
  ],
  ['negative held credits', 'state.accounts.0.held', (s) => Object.assign(s.state.accounts[0], { held: -1 })],
  [
    'credits that are no whole number',
    'state.accounts.0.paid.remaining',
    (s) => Object.assign(s.state.accounts[0].paid, { remaining: 0.5 }),
  ],
  [
    'a schedule that is none',
    'state.accounts.0.schedule',
    (s) => Object.assign(s.state.accounts[0], { schedule: 'daily' }),
  ],
  [
    'a sender of a missing account',
    'state.senderOwners.DEMO',
    (s) => s.state.senderOwners[0].splice(1, 1, OTHER),
  ],
  ['a lock of a missing account', 'state.senderLocks', (s) => s.state.senderLocks[0].splice(1, 1, OTHER)],
  [
    'a shared sender that is there twice',
    'state.sharedSenders.10',
    (s) => s.state.sharedSenders.push(s.state.sharedSenders[0]),
  ],
  [
    'a batch of a missing account',
    'accountUuid',
    (s) => Object.assign(s.state.batches[0], { accountUuid: OTHER }),
  ],
  [
    'a batch that is there twice',
    'state.batches.1.uuid',
    (s) => Object.assign(s.state.batches[1], { uuid: s.state.batches[0].uuid }),
  ],
  [
    'batches out of order',
    'state.batches.1.ordinal',
    (s) => Object.assign(s.state.batches[1], { ordinal: 1 }),
  ],
  [
    'fewer batches counted than there are',
    'state.batchCount',
    (s) => Object.assign(s.state, { batchCount: 1 }),
  ],
  ['a negative count of batches', 'state.batchCount', (s) => Object.assign(s.state, { batchCount: -1 })],
  [
    'a count that its messages contradict',
    'delivered',
    (s) => Object.assign(s.state.batches[0], { delivered: 0 }),
  ],
  ['more messages paid than there are', 'payable', (s) => Object.assign(s.state.batches[0], { payable: 2 })],
  ['a pending batch without a time', 'sendAt', (s) => delete s.state.batches.at(-1).sendAt],
  ['fewer messages than counted', 'state.batches.1', (s) => s.state.batches[0].messages.pop()],
  [
    'a message that is there twice',
    'state.batches.1.messages.0.uuid',
    (s) => Object.assign(s.state.batches[1].messages[0], { uuid: s.state.batches[0].messages[0].uuid }),
  ],
  [
    'a state of a message that is none',
    'state.batches.0.messages.0.state',
    (s) => Object.assign(s.state.batches[0].messages[0], { state: 'lost' }),
  ],
  [
    'a delivered message without a receipt',
    'state.batches.0.messages.0',
    (s) => delete s.state.batches[0].messages[0].resolved,
  ],
  [
    'a message before it that is missing',
    'previous',
    (s) => Object.assign(s.state.batches[1].messages[0], { previous: OTHER }),
  ],
  [
    'messages of a handset in a circle',
    'state.handsets',
    (s) => Object.assign(s.state.batches[0].messages[0], { previous: s.state.batches[2].messages[0].uuid }),
  ],
  [
    'a handset whose latest message is missing',
    'state.handsets',
    (s) => s.state.handsets[0].splice(1, 1, OTHER),
  ],
  [
    'a handset with the message of another number',
    'state.handsets',
    (s) => Object.assign(s.state.batches[2].messages[0], { to: '447700900009' }),
  ],
  ['no handsets', 'state.handsets', (s) => s.state.handsets.splice(0)],
  [
    'a notification of a missing account',
    'accountUuid',
    (s) => Object.assign(s.state.notifications[0], { accountUuid: OTHER }),
  ],
  [
    'a delivery of a missing account',
    'accountUuid',
    (s) => Object.assign(s.state.deliveries[0], { accountUuid: OTHER }),
  ],
  [
    'a delivery to no URL',
    'state.deliveries.0.url',
    (s) => Object.assign(s.state.deliveries[0], { url: 'nowhere' }),
  ],
  [
    'a delivery that is there twice',
    'state.deliveries',
    (s) => s.state.deliveries.push(s.state.deliveries[0]),
  ],
  [
    'a carrier that is none',
    'state.carrier.outcome',
    (s) => Object.assign(s.state.carrier, { outcome: 'lose' }),
  ],
  [
    'an account from the start that is missing',
    'founded.accountUuids.0',
    (s) => s.founded.accountUuids.splice(0, 1, OTHER),
  ],
  [
    'an organization from the start that is missing',
    'founded.organizationUuid',
    (s) => Object.assign(s.founded, { organizationUuid: OTHER }),
  ],
  ['a job that is none', 'agenda.0.1.0.kind', (s) => s.agenda[0][1].splice(0, 1, { kind: 'sleep' })],
  ['a job beyond all dates', 'agenda.0.0', (s) => s.agenda[0].splice(0, 1, 1e300)],
  [
    'a job for a missing batch',
    'agenda.0.1.0',
    (s) => s.agenda[0][1].splice(0, 1, { kind: 'send-batch', batchUuid: OTHER, ordinal: 1 }),
  ],
  [
    'a job for a missing message',
    'agenda.0.1.0',
    (s) =>
      s.agenda[0][1].splice(0, 1, {
        kind: 'resolve-messages',
        messageUuids: [OTHER],
        delivered: true,
        receipt: { code: '00', description: '' },
      }),
  ],
  [
    'a job for a missing delivery',
    'agenda.0.1.0',
    (s) => s.agenda[0][1].splice(0, 1, { kind: 'attempt-webhook', deliveryId: OTHER }),
  ],
  [
    'a job for a missing account',
    'agenda.0.1.0',
    (s) => s.agenda[0][1].splice(0, 1, { kind: 'run-schedule', accountUuid: OTHER, version: 0 }),
  ],
];

test.each(FAULTS)(
  'a snapshot with %s is refused with its path, and nothing changes',
  async (_, path, spoil) => {
    const emulator = await lived();
    const before = JSON.stringify(emulator.snapshot());
    const spoiled: Spoiled = JSON.parse(before);
    spoil(spoiled);
    expect(() => emulator.restore(spoiled)).toThrow(path);
    expect(JSON.stringify(emulator.snapshot())).toBe(before);
  },
);

test('a server refuses each of them with 400, the path and the reason, and goes on as before', async () => {
  const { control } = await serve();
  const whole = JSON.stringify((await lived()).snapshot());
  expect((await control('PUT /snapshot', whole)).status).toBe(200);
  const before = (await control('GET /snapshot')).body;
  for (const [what, path, spoil] of FAULTS) {
    const spoiled: Spoiled = JSON.parse(whole);
    spoil(spoiled);
    const { status, body } = await control<{
      error: { code: string; issues: { path: string; message: string }[] };
    }>('PUT /snapshot', spoiled);
    expect([what, status, body.error.code]).toEqual([what, 400, 'invalid_request']);
    expect(body.error.issues[0]?.path).toContain(path);
    expect(body.error.issues[0]?.message).not.toBe('');
  }
  expect((await control('GET /snapshot')).body).toEqual(before);
});

test.each([null, 1, 'text', [], undefined])('%j is not a snapshot', (value) => {
  expect(() => createEmulator().restore(value as never)).toThrow('cannot be restored');
});
