import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { later, MINUTE, START, send, sendBatch } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

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
  emulator.handset('447700900001').reply('YES');
  await sendBatch(emulator, { at: later(60 * MINUTE) });
  return emulator;
}

/** A change that makes a snapshot invalid. */
type Spoil = (snapshot: object) => void;

/** The value at a path such as `state.accounts.0`. */
function valueAt(snapshot: object, path: string): unknown {
  let value: unknown = snapshot;
  for (const name of path.split('.')) value = Reflect.get(value as object, name);
  return value;
}

function parentAt(snapshot: object, path: string): readonly [parent: object, name: string] {
  const dot = path.lastIndexOf('.');
  const name = path.slice(dot + 1);
  const parent: unknown = dot === -1 ? snapshot : valueAt(snapshot, path.slice(0, dot));
  return [parent as object, name];
}

const set =
  (path: string, value: unknown): Spoil =>
  (snapshot) => {
    const [parent, name] = parentAt(snapshot, path);
    Reflect.set(parent, name, value);
  };

/** Puts the value of one place at another one as well. */
const copy =
  (from: string, to: string): Spoil =>
  (snapshot) =>
    set(to, valueAt(snapshot, from))(snapshot);

const remove =
  (path: string): Spoil =>
  (snapshot) => {
    const [parent, name] = parentAt(snapshot, path);
    if (Array.isArray(parent)) parent.splice(Number(name), 1);
    else Reflect.deleteProperty(parent, name);
  };

/** Adds the first entry of a list once more. */
const repeat =
  (path: string): Spoil =>
  (snapshot) => {
    const list = valueAt(snapshot, path) as unknown[];
    list.push(list[0]);
  };

const ABSENT = 'which the snapshot does not contain';

/** What makes a snapshot invalid, with the beginning of the issue: its path, or also its message. */
const FAULTS: readonly (readonly [what: string, issue: string, spoil: Spoil])[] = [
  ['an unknown version', 'version', set('version', 99)],
  ['a present beyond all dates', 'now', set('now', 1e300)],
  ['a present that is text', 'now', set('now', START)],
  ['a negative count of facts', 'seq', set('seq', -1)],
  ['a source of chance that never moves', 'ids', set('ids', [0, 0, 0, 0])],
  ['a missing part', 'agenda', remove('agenda')],
  ['a missing list', 'state.replies', remove('state.replies')],
  ['an unknown member', 'extra', set('extra', 1)],
  ['an unknown member of the state', 'state.extra', set('state.extra', [])],
  ['an unknown member of an entry', 'state.accounts.0.extra', set('state.accounts.0.extra', 1)],
  ['a list that is an object', 'state.accounts', set('state.accounts', {})],
  ['a state that is a list', 'state', set('state', [])],
  ['no accounts', 'state.senderOwners.0.1', set('state.accounts', [])],
  ['no organizations', 'organizationUuid', set('state.organizations', [])],
  [
    'an account of a missing organization',
    `state.accounts.0.organizationUuid refers to the organization ${OTHER}, ${ABSENT}`,
    set('state.accounts.0.organizationUuid', OTHER),
  ],
  [
    'an organization that occurs twice',
    'state.organizations.1.uuid occurs twice',
    repeat('state.organizations'),
  ],
  ['an account that occurs twice', 'state.accounts.1.uuid', repeat('state.accounts')],
  ['an API key of two', 'apiKey', copy('state.organizations.0.apiKey', 'state.accounts.0.apiKey')],
  ['an account without an API key', 'state.accounts.0.apiKey', remove('state.accounts.0.apiKey')],
  ['negative held credits', 'state.accounts.0.held', set('state.accounts.0.held', -1)],
  [
    'credits that are not a whole number',
    'state.accounts.0.paid.remaining',
    set('state.accounts.0.paid.remaining', 0.5),
  ],
  ['a schedule that is not valid', 'state.accounts.0.schedule', set('state.accounts.0.schedule', 'daily')],
  [
    'a sender of a missing account',
    `state.senderOwners.0.1 refers to the account ${OTHER}, ${ABSENT}`,
    set('state.senderOwners.0.1', OTHER),
  ],
  ['a sender that occurs twice', 'state.senderOwners.2.0 occurs twice: "DEMO"', repeat('state.senderOwners')],
  [
    'a number whose locks occur twice',
    'state.senderLocks.1.0 occurs twice: "447700900001"',
    repeat('state.senderLocks'),
  ],
  ['a lock of a missing account', 'state.senderLocks', set('state.senderLocks.0.1.0.accountUuid', OTHER)],
  [
    'a shared sender that occurs twice',
    'state.sharedSenders must not contain one twice',
    repeat('state.sharedSenders'),
  ],
  ['a batch of a missing account', 'state.batches.0.accountUuid', set('state.batches.0.accountUuid', OTHER)],
  ['a batch that occurs twice', 'state.batches.1.uuid', copy('state.batches.0.uuid', 'state.batches.1.uuid')],
  [
    'batches out of order',
    'state.batches.1.seq must be greater than that of the batch before it',
    set('state.batches.1.seq', 1),
  ],
  ['fewer facts counted than there are', 'seq must not be less than', set('seq', 1)],
  [
    'more messages paid than there are',
    'state.batches.0.payable must not be greater than 1, its messages',
    set('state.batches.0.payable', 2),
  ],
  [
    'a pending batch without a time',
    'state.batches.3.sendAt is missing in a pending batch',
    remove('state.batches.3.sendAt'),
  ],
  [
    'a sent message of a pending batch',
    'state.batches.2.messages.0.state must be "queued", because the batch is pending',
    set('state.batches.2.pending', true),
  ],
  [
    'a message that occurs twice',
    'state.batches.1.messages.0.uuid',
    copy('state.batches.0.messages.0.uuid', 'state.batches.1.messages.0.uuid'),
  ],
  [
    'an unknown state of a message',
    'state.batches.0.messages.0.state',
    set('state.batches.0.messages.0.state', 'lost'),
  ],
  [
    'a delivered message without a receipt',
    'state.batches.0.messages.0',
    remove('state.batches.0.messages.0.resolved'),
  ],
  ['a reply without its text', 'state.replies.0.payload.message', remove('state.replies.0.payload.message')],
  ['a reply to a missing account', 'account_uuid', set('state.replies.0.payload.account_uuid', OTHER)],
  [
    'an unknown change of credits',
    'state.accounts.0.ledger.0.type',
    set('state.accounts.0.ledger.0.type', 'credits-lost'),
  ],
  [
    'a notification that occurs twice',
    'state.notifications.1.uuid occurs twice',
    repeat('state.notifications'),
  ],
  ['a notification of a missing account', 'accountUuid', set('state.notifications.0.accountUuid', OTHER)],
  ['a delivery of a missing account', 'accountUuid', set('state.deliveries.0.accountUuid', OTHER)],
  ['a delivery without a URL', 'state.deliveries.0.url', set('state.deliveries.0.url', 'nowhere')],
  ['a delivery that occurs twice', 'state.deliveries', repeat('state.deliveries')],
  ['an unknown outcome of the carrier', 'state.carrier.outcome', set('state.carrier.outcome', 'lose')],
  [
    'an account from the start that is missing',
    'founded.accountUuids.0',
    set('founded.accountUuids.0', OTHER),
  ],
  [
    'an organization from the start that is missing',
    'founded.organizationUuid',
    set('founded.organizationUuid', OTHER),
  ],
  ['an unknown job', 'agenda.0.1.0.kind', set('agenda.0.1.0', { kind: 'sleep' })],
  ['a job beyond all dates', 'agenda.0.0', set('agenda.0.0', 1e300)],
  [
    'a job for a missing batch',
    'agenda.0.1.0',
    set('agenda.0.1.0', { kind: 'send-batch', batchUuid: OTHER, seq: 1 }),
  ],
  [
    'a job for a missing message',
    'agenda.0.1.0',
    set('agenda.0.1.0', {
      kind: 'resolve-messages',
      messageUuids: [OTHER],
      delivered: true,
      receipt: { code: '00', description: '' },
    }),
  ],
  [
    'a job for a missing delivery',
    'agenda.0.1.0',
    set('agenda.0.1.0', { kind: 'attempt-webhook', deliveryId: OTHER }),
  ],
  [
    'a job for a missing account',
    'agenda.0.1.0',
    set('agenda.0.1.0', { kind: 'run-schedule', accountUuid: OTHER, version: 0 }),
  ],
];

test.each(FAULTS)(
  'a snapshot with %s is refused with its path, and nothing changes (EMU-7)',
  async (_, issue, spoil) => {
    const emulator = await lived();
    const before = JSON.stringify(emulator.snapshot());
    const spoiled = JSON.parse(before) as ReturnType<Emulator['snapshot']>;
    spoil(spoiled);
    expect(() => emulator.restore(spoiled)).toThrow(issue);
    expect(JSON.stringify(emulator.snapshot())).toBe(before);
  },
);

test.each([null, 1, 'text', [], undefined])('%j is not a snapshot', (value) => {
  expect(() => createEmulator().restore(value as never)).toThrow('cannot be restored');
});
