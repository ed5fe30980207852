import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, later, MINUTE, paidBelow, receiving } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const callback = 'https://shop.example/receipts';

async function lived(): Promise<Emulator> {
  const { emulator } = receiving({ carrier: { after: '5m' } }, () => 500);
  emulator.createNotification(emulator.account.identifier, paidBelow(5));
  await api.send(emulator, [{ callback, from: { type: 'shared' } }, { callback }]);
  await emulator.clock.advance('6m');
  await api.send(emulator, [{ callback }]);
  emulator.handset('447700900001').reply('YES');
  await api.sendBatch(emulator, { at: later(60 * MINUTE) });
  return emulator;
}

type Snapshot = ReturnType<Emulator['snapshot']>;

/** A snapshot as another program gets it, whose members can be changed. */
type Written = { -readonly [Member in keyof Snapshot]: Snapshot[Member] };

function written(emulator: Emulator): Written {
  return JSON.parse(JSON.stringify(emulator.snapshot())) as Written;
}

const CHANGES: readonly (readonly [what: string, change: (snapshot: Written) => object])[] = [
  ['another time', (snapshot) => ({ ...snapshot, now: snapshot.now + 1 })],
  ['another member', (snapshot) => ({ ...snapshot, extra: null })],
  ['a missing member', ({ agenda: _, ...rest }) => rest],
  ['no checksum', ({ checksum: _, ...rest }) => rest],
  ['another checksum', (snapshot) => ({ ...snapshot, checksum: '00000000' })],
  ['a list that was cut off', (snapshot) => edited(snapshot, { batches: snapshot.state.batches.slice(1) })],
  [
    'a list in another order',
    (snapshot) => edited(snapshot, { batches: snapshot.state.batches.toReversed() }),
  ],
  [
    'a list that became an object',
    (snapshot) => edited(snapshot, { received: Object.assign({}, snapshot.state.received) }),
  ],
  ['a number that became a text', (snapshot) => ({ ...snapshot, seq: String(snapshot.seq) })],
];

function edited(snapshot: Written, state: object): object {
  return { ...snapshot, state: { ...snapshot.state, ...state } };
}

const CHANGED = 'was changed or cut off since it was written';

test.each(CHANGES)('a snapshot with %s is refused, and nothing changes (EMU-7)', async (_, change) => {
  const emulator = await lived();
  const before = JSON.stringify(emulator.snapshot());
  expect(() => emulator.restore(change(written(emulator)) as Snapshot)).toThrow(CHANGED);
  expect(JSON.stringify(emulator.snapshot())).toBe(before);
});

test.each([0, 4, 6, '5', undefined])('a snapshot of version %j is refused (EMU-7)', (version) => {
  const emulator = createEmulator();
  const snapshot = { ...emulator.snapshot(), version } as Snapshot;
  expect(() => emulator.restore(snapshot)).toThrow('version must be 5, the version that this emulator reads');
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

test('a change of the form of snapshots needs another version, because their content is not checked', async () => {
  const snapshot = written(await lived());
  const places = new Set(placesIn(snapshot).filter((place) => !place.includes('.headers.')));
  expect([snapshot.version, ...places].join('\n')).toMatchInlineSnapshot(`
    "5
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
    .agenda[][][].after
    .agenda[][][].messageUuids[]
    .agenda[][][].delivered
    .agenda[][][].receipt.code
    .agenda[][][].receipt.description
    .agenda[][][].batchUuid
    .agenda[][][].seq
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
    .state.deliveries[].messageUuid
    .state.deliveries[].url
    .state.deliveries[].body
    .state.deliveries[].state
    .state.deliveries[].attempts[].at
    .state.deliveries[].attempts[].status
    .state.deliveries[].attempts[].error
    .state.deliveries[].attemptedSeq
    .state.carrier.outcome
    .state.carrier.afterMs
    .checksum"
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
