import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { hostOf } from '@messaging-service/emulator/host';
import { api, START } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

const MANY = 300;
/** How many jobs of work that has ended can remain, however much has ended. */
const FEW = 64;

/** Messages of one request, each due at another time and far away. */
function scheduled(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    to: '447700900001',
    from: { type: 'custom', value: 'DEMO' },
    body: 'hello',
    send_at: new Date(Date.UTC(2030, 0, 1) + index * 60_000).toISOString(),
  }));
}

const held = { carrier: { after: '30d' } } as const;

/** The ways in which planned work ends before its time. */
const WAYS: Readonly<Record<string, (emulator: Emulator) => Promise<void>>> = {
  'batches that were cancelled': async (emulator) => {
    await api.succeed(emulator, 'POST /message', { body: { messages: scheduled(MANY) } });
    for (const { identifier } of await api.pending(emulator))
      await api.succeed(emulator, `DELETE /batch/${identifier}`);
  },
  'batches of an account that was deactivated': async (emulator) => {
    const { identifier = '', apiKey = '' } = emulator.accounts[1] ?? {};
    const messages = scheduled(MANY).map((message) => ({
      ...message,
      from: { type: 'custom', value: 'OTHER' },
    }));
    await api.succeed(emulator, 'POST /message', { body: { messages }, key: apiKey });
    await api.succeed(emulator, `DELETE /account/${identifier}`);
  },
  'schedules that were changed': async (emulator) => {
    await api.edit(emulator, { paid_credits: { schedule_reset_to_zero: true } });
    for (let day = 0; day < MANY; day++)
      await api.edit(emulator, { schedule: `${day % 60} ${day % 24} ${1 + (day % 28)} * *` });
  },
  'results that came by hand': async (emulator) => {
    emulator.setCarrier(held.carrier);
    for (let sent = 0; sent < MANY; sent++) {
      const { messageUuid } = await api.sendOne(emulator);
      emulator.deliver(messageUuid);
    }
  },
  'a history that was reset': async (emulator) => {
    await api.succeed(emulator, 'POST /message', { body: { messages: scheduled(MANY) } });
    emulator.reset();
  },
};

describe('the service forgets the jobs of work that has ended, while an earlier job waits (SCH-5, EMU-3)', () => {
  test.each(Object.entries(WAYS))('%s', async (_, end) => {
    const accounts = ['DEMO', 'OTHER'].map((sender) => ({ senders: [sender], credits: 100_000 }));
    const emulator = createEmulator({ now: START, accounts });
    await api.sendOne(emulator, { send_at: '2026-03-02T10:00Z' });
    const { agenda } = hostOf(emulator).service.core;
    const before = { jobs: agenda.size, snapshot: agenda.snapshot().length };
    await end(emulator);
    expect(agenda.size).toBeLessThanOrEqual(before.jobs + FEW);
    expect(agenda.snapshot().length).toBeLessThanOrEqual(before.snapshot + 1);
  });
});

test('what is still planned runs at its time after others were cancelled (BAT-10)', async () => {
  const emulator = createEmulator({ now: START, accounts: [{ senders: ['DEMO'], credits: 100_000 }] });
  await api.succeed(emulator, 'POST /message', { body: { messages: scheduled(MANY) } });
  const all = await api.pending(emulator);
  const [kept, cancelled] = [
    all.filter((__, index) => index % 10 === 0),
    all.filter((__, index) => index % 10 > 0),
  ];
  for (const { identifier } of cancelled) await api.succeed(emulator, `DELETE /batch/${identifier}`);
  await emulator.clock.advanceTo('2030-01-02T00:00Z');
  const sent = emulator.messages();
  expect(sent.map(({ batchUuid }) => batchUuid)).toEqual(kept.map(({ identifier }) => identifier));
  expect(sent.map(({ sentAt }) => sentAt)).toEqual(sent.map(({ sendAt }) => sendAt));
});
