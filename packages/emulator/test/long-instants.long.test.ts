import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, MINUTE, message, messageRequest, START, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

/** Jobs of one instant: enough for several turns on any machine. */
const MANY = 10_000;
const DUE = '2026-03-01T10:00:00.000Z';

const ACCOUNT = { senders: ['DEMO'], credits: 1_000_000 };

async function schedule(emulator: Emulator): Promise<void> {
  const messages = Array.from({ length: MANY }, () => message({ to: '447700900001', send_at: DUE }));
  await api.succeed(emulator, 'POST /message', { body: { messages } });
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Whether some of the messages were sent and others not yet. */
function isBetween(emulator: Emulator): boolean {
  const has = (state: 'scheduled' | 'delivered') => emulator.messages({ state, limit: 1 }).length === 1;
  return has('delivered') && has('scheduled');
}

describe('the work of an instant that has much to do (EMU-2, EMU-3)', () => {
  test('lets calls that read be answered meanwhile, and changes nothing in the history (EMU-4)', async () => {
    const histories: string[] = [];
    for (const reads of [false, true]) {
      const emulator = createEmulator({ now: START, seed: 5, accounts: [ACCOUNT] });
      await schedule(emulator);
      const advance = emulator.clock.advance('2h');
      if (reads) {
        for (let count = 0; !isBetween(emulator); count++) {
          expect(emulator.messages({ state: 'delivered', limit: 1 })).toEqual([]);
          await turn();
        }
        expect(emulator.clock.now().toISOString()).toBe(DUE);
      }
      expect(await advance).toMatchObject({ ran: MANY });
      histories.push(JSON.stringify([emulator.journal(), emulator.messages({ limit: 1_000 })]));
    }
    expect(histories[1]).toBe(histories[0]);
  });

  test('comes before the effects of a call that arrives meanwhile, over HTTP', async () => {
    const served = await serve({ accounts: [ACCOUNT], journalLimit: 10 * MANY });
    const { emulator } = served;
    await schedule(emulator);
    const advance = served.control('POST /clock/advance', { by: '2h' });
    while (!isBetween(emulator)) await turn();
    const late = served.api('POST /message', messageRequest({ body: 'late', to: '447700900001' }));
    const reset = served.control('PUT /shared-senders', { senders: ['LATER'] });
    expect((await late).status).toBe(200);
    expect((await reset).status).toBe(200);
    await advance;
    const facts = emulator.journal().map(({ fact }) => fact);
    const lastReleased = facts.findLastIndex(({ type }) => type === 'batch-released');
    expect(facts.filter(({ type }) => type === 'batch-released')).toHaveLength(MANY);
    expect(facts.findIndex((fact) => fact.type === 'batch-queued' && fact.body === 'late')).toBeGreaterThan(
      lastReleased,
    );
    expect(facts.findLastIndex(({ type }) => type === 'shared-senders-replaced')).toBeGreaterThan(
      lastReleased,
    );
  });

  test('comes before the effects of a call that arrives meanwhile, in the process', async () => {
    const emulator = createEmulator({ now: START, accounts: [ACCOUNT], journalLimit: 10 * MANY });
    await schedule(emulator);
    const advance = emulator.clock.advance('2h');
    while (!isBetween(emulator)) await turn();
    emulator.setSharedSenders(['LATER']);
    expect(isBetween(emulator)).toBe(false);
    await advance;
    const types = emulator.journal().map(({ fact }) => fact.type);
    expect(types.lastIndexOf('shared-senders-replaced')).toBeGreaterThan(types.lastIndexOf('batch-released'));
  });

  test('is recorded before the attempts at webhooks that it causes', async () => {
    const emulator = createEmulator({
      now: START,
      accounts: [ACCOUNT],
      journalLimit: 10 * MANY,
      webhooks: { fetch: async () => new Response(null, { status: 200 }) },
    });
    const callback = 'https://shop.example/receipts';
    await api.sendOne(emulator, { to: '447700900001', send_at: DUE, callback });
    await schedule(emulator);
    await emulator.clock.advance(120 * MINUTE);
    const types = emulator.journal().map(({ fact }) => fact.type);
    expect(types.indexOf('webhook-attempted')).toBeGreaterThan(types.lastIndexOf('batch-released'));
  });
});

test('a system clock sends what is due in turns as well (EMU-3)', async () => {
  const emulator = createEmulator({ now: START, clock: 'system', accounts: [ACCOUNT] });
  await schedule(emulator);
  const advance = emulator.clock.advanceTo(DUE);
  while (!isBetween(emulator)) await turn();
  expect(await advance).toMatchObject({ ran: MANY });
  emulator.close();
});
