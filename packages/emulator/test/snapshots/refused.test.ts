import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import { lived, type Written, written } from './rich-state.ts';

type Snapshot = ReturnType<Emulator['snapshot']>;

/** A snapshot as plain JSON. */
type Json = { [member: string]: Json } & Json[];

/** Changes the value at a path such as `state.accounts.0.held`; `undefined` removes it. */
function changed(snapshot: Written, path: string, value: unknown): unknown {
  const copy = structuredClone(snapshot) as unknown as Json;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce<Json>((object, name) => object[name] as Json, copy);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Object.assign(parent, { [last]: value });
  return copy;
}

const UNKNOWN = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';

/** Changes of a snapshot, each with the beginning of the sentence that refuses it. */
const CHANGES: readonly (readonly [path: string, value: unknown, refusal: string])[] = [
  ['now', null, 'now must be'],
  ['now', 8.64e15 + 1, 'now must be an instant'],
  ['now', 1.5, 'now must be a whole number'],
  ['seq', -1, 'seq must not be negative'],
  ['seq', '5', 'seq must be'],
  ['seq', 2 ** 53, 'seq must'],
  ['seq', 1, 'state.batches.0.seq must be above 0 and not above 1'],
  ['resets', 2 ** 40, 'resets must be below'],
  ['ids', [0, 0, 0, 0], 'ids must not be zeros only'],
  ['ids', [1, 2, 3], 'ids must be four numbers'],
  ['ids.0', 2 ** 32, 'ids.0 must be a 32-bit number'],
  ['extra', null, 'extra is not a known field'],
  ['agenda', undefined, 'agenda is required'],
  ['agenda.0.0', 1e300, 'agenda.0.0 must'],
  ['agenda.0.1.0.kind', 'send-letter', 'agenda.0.1.0.kind'],
  ['agenda.0.1.0.deliveryId', UNKNOWN, 'agenda.0.1.0.deliveryId is not the identifier of a webhook'],
  ['initial.organizationUuid', UNKNOWN, 'initial.organizationUuid is not'],
  ['initial.accountUuids.0', UNKNOWN, 'initial.accountUuids.0 is not'],
  ['state', undefined, 'state is required'],
  ['state', [], 'state must be an object, not an array'],
  ['state.accounts', undefined, 'state.accounts is required'],
  ['state.accounts', [], 'initial.accountUuids.0 is not the UUID of an account'],
  ['state.accounts.0', {}, 'state.accounts.0.uuid is required'],
  ['state.accounts.0.organizationUuid', UNKNOWN, 'state.accounts.0.organizationUuid is not'],
  ['state.accounts.0.schedule', '@hourly', 'state.accounts.0.schedule must have five fields'],
  ['state.accounts.0.schedule', '0 0 30 2 *', 'state.accounts.0.schedule never runs'],
  ['state.accounts.0.apiKey', 'KEY', 'state.accounts.0.apiKey must be 32'],
  ['state.accounts.0.held', 1, 'state.accounts.0.held must be 4'],
  ['state.accounts.0.paid.remaining', 0.5, 'state.accounts.0.paid.remaining must be a whole number'],
  ['state.accounts.0.paid.remaining', 7, 'state.accounts.0.ledger does not end with'],
  ['state.accounts.0.packaged.refillAmount', 2 ** 53 - 1, 'state.accounts.0 has more than'],
  ['state.accounts.0.ledger.0.type', 'credits-lost', 'state.accounts.0.ledger.0.type must be one of'],
  ['state.accounts.0.ledger.0.at', 8.64e15 + 1, 'state.accounts.0.ledger.0.at must be an instant'],
  ['state.accounts.0.ledger.0.at', -9e15, 'state.accounts.0.ledger.0.at must'],
  ['state.accounts.0.ledger.0.packaged', 0.5, 'state.accounts.0.ledger.0.packaged must be a whole number'],
  ['state.batches.0.queuedAt', 1e17, 'state.batches.0.queuedAt must'],
  ['state.accounts.0.ledger.1.seq', 1, 'state.accounts.0.ledger.1.seq must be above'],
  ['state.accounts.0.mo.url', 'ftp://shop.example', 'state.accounts.0.mo.url must be'],
  ['state.senderOwners.0.1', UNKNOWN, 'state.senderOwners.0.1 is not'],
  ['state.sharedSenders.0', 'DEMO', 'state.sharedSenders.0 occurs twice'],
  ['state.senderLocks.0.1.0.accountUuid', UNKNOWN, 'state.senderLocks.0.1.0.accountUuid is not'],
  ['state.batches.0.accountUuid', UNKNOWN, 'state.batches.0.accountUuid is not'],
  ['state.batches.0.messages', [], 'state.batches.0.messages must not be empty'],
  ['state.batches.0.messages.0.state', 'sent', 'state.batches.0.messages.0 has a state'],
  ['state.batches.0.messages.0.receipt', undefined, 'state.batches.0.messages.0 has a state'],
  ['state.batches.0.units', 0, 'state.batches.0.units must be'],
  ['state.batches.0.pending', true, 'state.batches.0.pending must be false'],
  ['state.batches.0.callback', 'shop', 'state.batches.0.callback must be'],
  ['state.batches.0.sendAt', 1e17, 'state.batches.0.sendAt must'],
  ['state.received.0.payload.message_uuid', UNKNOWN, 'state.received.0.payload.message_uuid is not'],
  ['state.received.0.payload.from', 'me', 'state.received.0.payload.from must be'],
  ['state.notifications.1.thresholdValue', 1e21, 'state.notifications.1.thresholdValue must be from 0 to 1'],
  ['state.notifications.0.accountUuid', UNKNOWN, 'state.notifications.0.accountUuid is not'],
  ['state.deliveries.0.body', 'null', 'state.deliveries.0.body must be a JSON object as text'],
  ['state.deliveries.0.body', '{', 'state.deliveries.0.body must be a JSON object as text'],
  ['state.deliveries.0.url', '/', 'state.deliveries.0.url must be'],
  ['state.deliveries.0.messageUuid', UNKNOWN, 'state.deliveries.0.messageUuid is not'],
  ['state.carrier.afterMs', -1, 'state.carrier.afterMs'],
  ['state.carrier.rules.0.to', '+44', 'state.carrier.rules.0.to must be digits'],
];

test.each(CHANGES)(
  'a snapshot whose %s is %j is refused with the place, and nothing changes (EMU-7)',
  async (path, value, refusal) => {
    const emulator = await lived();
    const snapshot = changed(written(emulator), path, value) as Snapshot;
    const before = JSON.stringify(emulator.snapshot());
    expect(() => emulator.restore(snapshot)).toThrow(`The snapshot cannot be restored: ${refusal}`);
    expect(JSON.stringify(emulator.snapshot())).toBe(before);
  },
);

test.each(['batches', 'received', 'deliveries', 'accounts', 'organizations', 'notifications'] as const)(
  'a snapshot with an entry of its %s twice is refused (EMU-7)',
  async (list) => {
    const emulator = await lived();
    const snapshot = written(emulator);
    const entries: readonly unknown[] = snapshot.state[list];
    const twice = { ...snapshot, state: { ...snapshot.state, [list]: [...entries, entries.at(-1)] } };
    expect(() => emulator.restore(twice as Snapshot)).toThrow(/occurs twice|seq must be above/);
  },
);

test('a snapshot whose batches are in another order is refused (EMU-7)', async () => {
  const emulator = await lived();
  const snapshot = written(emulator);
  const state = { ...snapshot.state, batches: snapshot.state.batches.toReversed() };
  expect(() => emulator.restore({ ...snapshot, state })).toThrow('state.batches.1.seq must be above');
});

test('a server refuses an invalid snapshot with 400 and the place (EMU-7)', async () => {
  const { control, emulator } = await serve();
  const snapshot = changed(written(emulator), 'ids', [0, 0, 0, 0]);
  expect(await control('PUT /snapshot', snapshot)).toMatchObject({
    status: 400,
    body: {
      error: { code: 'invalid_request', issues: [{ path: 'ids', message: 'must not be zeros only' }] },
    },
  });
});

test('a snapshot with very many mistakes is refused with the first of them (ERR-1, EMU-7)', async () => {
  const { control, emulator } = await serve();
  const snapshot = changed(
    written(emulator),
    'state.batches',
    Array.from({ length: 200_000 }, () => ({})),
  );
  const { status, body } = await control<{ error: { issues: unknown[] } }>('PUT /snapshot', snapshot);
  expect([status, body.error.issues.length]).toEqual([400, 100]);
});

test.each([0, 5, 8, '7', undefined])('a snapshot of version %j is refused (EMU-7)', (version) => {
  const emulator = createEmulator();
  const snapshot = { ...emulator.snapshot(), version } as Snapshot;
  expect(() => emulator.restore(snapshot)).toThrow(
    'version must be 7 or 6, the versions that this emulator reads',
  );
});

test.each([() => 1, Symbol('snapshot'), { toJSON: () => ({}) }, null, undefined])(
  'a value that is not a snapshot is refused with a TypeError (EMU-7)',
  (value) => {
    const emulator = createEmulator();
    expect(() => emulator.restore(value as never)).toThrow(TypeError);
  },
);

test('a snapshot that a program has written again, with sorted members, is restored (EMU-7)', async () => {
  const emulator = await lived();
  const before = written(emulator);
  await emulator.clock.advance('1d');
  emulator.restore(sorted(before) as Snapshot);
  expect(written(emulator)).toEqual(before);
});

/** The value with the members of each object in alphabetical order. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]));
}

test('a change of the form of snapshots needs another version (EMU-7)', async () => {
  const snapshot = written(await lived());
  const places = new Set(placesIn(snapshot).filter((place) => !place.includes('.headers.')));
  expect([snapshot.version, ...places].join('\n')).toMatchInlineSnapshot(`
    "7
    .version
    .now
    .seq
    .resets
    .ids[]
    .initial.organizationUuid
    .initial.accountUuids[]
    .agenda[][]
    .agenda[][][].kind
    .agenda[][][].deliveryId
    .agenda[][][].messageUuids[]
    .agenda[][][].delivered
    .agenda[][][].receipt.code
    .agenda[][][].receipt.description
    .agenda[][][].batchUuid
    .agenda[][][].seq
    .agenda[][][].accountUuid
    .agenda[][][].version
    .state.organizations[].uuid
    .state.organizations[].name
    .state.organizations[].apiKey
    .state.organizations[].creditSystem
    .state.organizations[].credits
    .state.accounts[].uuid
    .state.accounts[].organizationUuid
    .state.accounts[].name
    .state.accounts[].apiKey
    .state.accounts[].paid.remaining
    .state.accounts[].paid.allowNegative
    .state.accounts[].paid.negativeLimit
    .state.accounts[].paid.resetOnSchedule
    .state.accounts[].packaged.remaining
    .state.accounts[].packaged.refillAmount
    .state.accounts[].packaged.refillOnSchedule
    .state.accounts[].held
    .state.accounts[].mo.url
    .state.accounts[].mo.secret
    .state.accounts[].schedule
    .state.accounts[].scheduleVersion
    .state.accounts[].deleted
    .state.accounts[].ledger[].seq
    .state.accounts[].ledger[].at
    .state.accounts[].ledger[].type
    .state.accounts[].ledger[].credits
    .state.accounts[].ledger[].decidedBy.kind
    .state.accounts[].ledger[].paid
    .state.accounts[].ledger[].packaged
    .state.accounts[].ledger[].held
    .state.accounts[].ledger[].about
    .state.senderOwners[][]
    .state.sharedSenders[]
    .state.senderLocks[][]
    .state.senderLocks[][][].sender
    .state.senderLocks[][][].accountUuid
    .state.batches[].uuid
    .state.batches[].seq
    .state.batches[].accountUuid
    .state.batches[].from
    .state.batches[].body
    .state.batches[].units
    .state.batches[].channels[]
    .state.batches[].callback
    .state.batches[].queuedAt
    .state.batches[].pending
    .state.batches[].messages[].uuid
    .state.batches[].messages[].to
    .state.batches[].messages[].state
    .state.batches[].messages[].sentAt
    .state.batches[].messages[].channel
    .state.batches[].messages[].resolvedAt
    .state.batches[].messages[].receipt.code
    .state.batches[].messages[].receipt.description
    .state.batches[].messages[].decidedBy.kind
    .state.batches[].messages[].decidedBy.digits
    .state.batches[].messages[].decidedBy.position
    .state.batches[].messages[].decidedBy.to
    .state.batches[].sendAt
    .state.received[].seq
    .state.received[].payload.account_uuid
    .state.received[].payload.batch_uuid
    .state.received[].payload.message_uuid
    .state.received[].payload.mo_uuid
    .state.received[].payload.channel
    .state.received[].payload.message
    .state.received[].payload.at
    .state.received[].payload.from
    .state.received[].payload.to
    .state.received[].at
    .state.notifications[].uuid
    .state.notifications[].accountUuid
    .state.notifications[].url
    .state.notifications[].thresholdType
    .state.notifications[].thresholdValue
    .state.notifications[].armed
    .state.deliveries[].id
    .state.deliveries[].seq
    .state.deliveries[].kind
    .state.deliveries[].accountUuid
    .state.deliveries[].url
    .state.deliveries[].body
    .state.deliveries[].state
    .state.deliveries[].attempts[].at
    .state.deliveries[].attempts[].status
    .state.deliveries[].attempts[].error
    .state.deliveries[].attemptedSeq
    .state.deliveries[].messageUuid
    .state.carrier.outcome
    .state.carrier.afterMs
    .state.carrier.rules[].to
    .state.carrier.rules[].outcome
    .state.carrier.rules[].code
    .state.carrier.rules[].description
    .state.carrier.rules[].afterMs"
  `);
});

/** The path of each value, without the places in lists. */
function placesIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Object.entries(value);
  return entries.flatMap(([name, member]) =>
    placesIn(member, Array.isArray(value) ? `${path}[]` : `${path}.${name}`),
  );
}

test.each([null, 1, 'text', [], undefined])('%j is not a snapshot', (value) => {
  expect(() => createEmulator().restore(value as never)).toThrow('cannot be restored: it must be an object');
});
