import { createEmulator, type Snapshot } from '@messaging-service/emulator';
import { createFetchReceiver } from '@messaging-service/test-support';
import { expect, test } from 'vitest';
import older from './version-6.json' with { type: 'json' };

/** An emulator of version 7 with a snapshot that one of version 6 wrote: `lived()` of `rich-state.ts`. */
function restored() {
  const { fetch } = createFetchReceiver(() => 500);
  const emulator = createEmulator({ webhooks: { fetch } });
  emulator.restore(older as unknown as Snapshot);
  return emulator;
}

test('a snapshot of version 6 is restored; what decided its outcomes is unknown (EMU-7, EMU-29)', () => {
  const emulator = restored();
  const messages = emulator.messages();
  expect(messages.map(({ state }) => state)).toContain('failed');
  for (const { messageUuid, state } of messages) {
    const { decidedBy } = emulator.why(messageUuid);
    expect(decidedBy.kind).toBe(state === 'scheduled' ? 'request' : 'unknown');
  }
  for (const { id, state } of emulator.webhooks())
    expect(emulator.why(id).result).toBe(state === 'succeeded' ? 'success' : 'open');
  expect(emulator.snapshot().version).toBe(7);
});

test('its jobs run, and each pending webhook has as many attempts as were planned (EMU-7, WHK-4)', async () => {
  const emulator = restored();
  const pending = emulator.webhooks({ state: 'pending' }).map(({ id }) => id);
  expect(pending).not.toEqual([]);
  await emulator.clock.advance('1d');
  for (const { id, state, attempts } of emulator.webhooks())
    if (pending.includes(id)) expect([state, attempts.length]).toEqual(['exhausted', 6]);
  expect(emulator.messages({ state: 'scheduled' })).toEqual([]);
});

test('entries of a ledger that an older version has joined by hour are left out, and the others stay (EMU-7)', () => {
  const emulator = createEmulator();
  const snapshot = emulator.snapshot() as unknown as {
    state: { accounts: { ledger: object[] }[] };
  };
  const [account] = snapshot.state.accounts;
  const entries = account?.ledger ?? [];
  const edited = structuredClone(snapshot);
  edited.state.accounts[0]?.ledger.unshift({ ...entries[0], seq: 1, type: 'joined', credits: 60 });
  emulator.restore(edited as unknown as Snapshot);
  expect(entries).not.toEqual([]);
  expect(emulator.snapshot()).toEqual(snapshot);
});
