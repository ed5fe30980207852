import { messageRequest } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { type ServerProcess, sharedServer } from './server-process.ts';

const server = sharedServer();

type Tree = Record<string, unknown>;

/** A server with some objects of each kind: messages, a scheduled batch, a lock, a notification, a webhook. */
async function fill(filled: ServerProcess): Promise<void> {
  const callback = 'http://127.0.0.1:9/receipts';
  await filled.api('POST /message', messageRequest({ body: 'kept', callback }));
  await filled.api('POST /message', messageRequest({ from: { type: 'shared' } }));
  const batch = { from: 'DEMO', message: 'later', destinations: ['447700900001'], at: '2026-03-01T12:00Z' };
  await filled.api('POST /batch', batch);
  await filled.control(`POST /accounts/${filled.accountUuid}/notifications`, {
    url: callback,
    threshold_type: 'paid_fixed_number',
    threshold_value: 10,
  });
}

async function takeSnapshot(from: ServerProcess): Promise<Tree> {
  return (await from.control<Tree>('GET /snapshot')).body;
}

/** A change of one member, everywhere in the snapshot. */
function withMember(tree: unknown, name: string, value: unknown): unknown {
  if (Array.isArray(tree)) return tree.map((one) => withMember(one, name, value));
  if (typeof tree !== 'object' || tree === null) return tree;
  return Object.fromEntries(
    Object.entries(tree).map(([key, member]) => [
      key,
      key === name ? value : withMember(member, name, value),
    ]),
  );
}

/** Snapshots that no emulator writes. */
const HOSTILE: readonly (readonly [name: string, change: (snapshot: Tree) => unknown])[] = [
  ['without a version', ({ version: _, ...rest }) => rest],
  ['of another version', (snapshot) => ({ ...snapshot, version: 999 })],
  ['with a version that is an object', (snapshot) => ({ ...snapshot, version: {} })],
  ['at the end of all time', (snapshot) => ({ ...snapshot, now: 1e300 })],
  ['before all time', (snapshot) => ({ ...snapshot, now: -1e300 })],
  ['at a time that is text', (snapshot) => ({ ...snapshot, now: 'now' })],
  ['at no time', (snapshot) => ({ ...snapshot, now: null })],
  ['without accounts', (snapshot) => withMember(snapshot, 'accounts', [])],
  ['without organizations', (snapshot) => withMember(snapshot, 'organizations', [])],
  ['with accounts that are null', (snapshot) => withMember(snapshot, 'accounts', [null])],
  ['without keys', (snapshot) => withMember(snapshot, 'apiKey', undefined)],
  ['with keys that are not keys', (snapshot) => withMember(snapshot, 'apiKey', 'nobody')],
  ['with one key for everyone', (snapshot) => withMember(snapshot, 'apiKey', '0'.repeat(32))],
  [
    'with keys beside those of its accounts',
    ({ state, ...rest }) => ({
      ...rest,
      state: { ...(state as Tree), principals: [['0'.repeat(32), { kind: 'account' }]] },
    }),
  ],
  ['with accounts of no organization', (snapshot) => withMember(snapshot, 'organizationUuid', 'nobody')],
  ['with batches of no account', (snapshot) => withMember(snapshot, 'accountUuid', 'nobody')],
  ['with jobs of no kind', (snapshot) => ({ ...snapshot, agenda: [[0, [{ kind: 'explode' }]]] })],
  [
    'with jobs for nothing',
    (snapshot) => ({ ...snapshot, agenda: [[0, [{ kind: 'send-batch', batchUuid: 'x' }]]] }),
  ],
  ['with an agenda that is text', (snapshot) => ({ ...snapshot, agenda: 'later' })],
  ['without a state', ({ state: _, ...rest }) => rest],
  ['with a state that is a list', (snapshot) => ({ ...snapshot, state: [] })],
  ['with credits that are text', (snapshot) => withMember(snapshot, 'remaining', 'many')],
  ['with credits that are not a number', (snapshot) => withMember(snapshot, 'remaining', null)],
  ['with messages that are null', (snapshot) => withMember(snapshot, 'messages', [null])],
  ['with a sequence number that is a fraction', (snapshot) => ({ ...snapshot, seq: 0.5 })],
  ['with a negative sequence number', (snapshot) => ({ ...snapshot, seq: -1 })],
  ['that is empty', () => ({})],
  ['that is a list', () => []],
  ['that is null', () => null],
  ['that is a text', () => '"snapshot"'],
  ['that is cut off in the middle', (snapshot) => JSON.stringify(snapshot).slice(0, -200)],
  ['that is cut off at the start', (snapshot) => JSON.stringify(snapshot).slice(200)],
  [
    'that is nested 100,000 levels deep',
    (snapshot) =>
      JSON.stringify(snapshot).replace(
        '"state":{',
        `"state":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)},`,
      ),
  ],
];

describe('a snapshot that no emulator has written is refused, and the state does not change', () => {
  test.each(HOSTILE)('one %s', async (_, change) => {
    await fill(server());
    const before = await takeSnapshot(server());
    const { status, body } = await server().control('PUT /snapshot', change(before));
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } });
    expect(await takeSnapshot(server())).toEqual(before);
    expect((await server().api('POST /message', messageRequest())).status).toBe(200);
    expect((await server().control('POST /clock/advance', { by: '1d' })).status).toBe(200);
  });

  test('after all of them, the snapshot that was taken is still accepted', async () => {
    await fill(server());
    const before = await takeSnapshot(server());
    for (const [, change] of HOSTILE) await server().control('PUT /snapshot', change(before));
    expect((await server().control('PUT /snapshot', before)).status).toBe(200);
    expect(await takeSnapshot(server())).toEqual(before);
  });
});
