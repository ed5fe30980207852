import { createEmulator } from '@messaging-service/emulator';
import { api, later, MINUTE, START } from '@messaging-service/test-support';
import { beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(START) });
});

test('with clock system the emulator follows the faked clock (EMU-3)', () => {
  const emulator = createEmulator({ clock: 'system' });
  expect(emulator.clock.mode).toBe('system');
  vi.advanceTimersByTime(90_000);
  expect(emulator.clock.now().toISOString()).toBe(later(90_000));
  vi.setSystemTime(new Date('2027-01-01T00:00Z'));
  expect(emulator.clock.now().toISOString()).toBe('2027-01-01T00:00:00.000Z');
});

test('a scheduled message is sent without a call at the faked time (EMU-3)', async () => {
  const emulator = createEmulator({ clock: 'system', carrier: { after: '2s' } });
  await api.sendOne(emulator, { send_at: later(10 * MINUTE) });
  await vi.advanceTimersByTimeAsync(10 * MINUTE - 1);
  expect(emulator.messages()).toMatchObject([{ state: 'scheduled' }]);
  await vi.advanceTimersByTimeAsync(1);
  expect(emulator.messages()).toMatchObject([{ state: 'sent', sentAt: later(10 * MINUTE) }]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(emulator.messages()).toMatchObject([{ state: 'delivered', resolvedAt: later(10 * MINUTE + 2_000) }]);
});

test('a rule in code that throws for a scheduled message is a warning, and later messages are sent (EMU-3)', async () => {
  const warnings: string[] = [];
  const emulator = createEmulator({
    clock: 'system',
    carrier: {
      rule: ({ to }) => {
        if (to === '447700900007') throw new Error('a fault of the rule');
        return to === '447700900008' ? { outcome: 'fail', code: '00' } : undefined;
      },
    },
    onWarning: (warning) => warnings.push(warning),
  });
  for (const to of ['447700900007', '447700900008', '447700900009'])
    await api.sendOne(emulator, { to, send_at: later(10 * MINUTE) });
  await api.sendOne(emulator, { send_at: later(20 * MINUTE) });
  await vi.advanceTimersByTimeAsync(20 * MINUTE);
  expect(emulator.messages().map(({ state }) => state)).toEqual([
    'queued',
    'queued',
    'delivered',
    'delivered',
  ]);
  expect(warnings).toEqual([
    expect.stringContaining('a fault of the rule'),
    expect.stringContaining('The decision of carrier.rule is not valid'),
  ]);
});

test('a rule in code that throws while a webhook ends does not lose the attempt (EMU-3)', async () => {
  const warnings: string[] = [];
  const received = Promise.withResolvers<Response>();
  const emulator = createEmulator({
    clock: 'system',
    carrier: {
      rule: ({ to }) => {
        if (to === '447700900007') throw new Error('a fault of the rule');
        return undefined;
      },
    },
    webhooks: { fetch: () => received.promise },
    onWarning: (warning) => warnings.push(warning),
  });
  await api.sendOne(emulator, { to: '447700900007', send_at: later(10 * MINUTE) });
  await api.sendOne(emulator, { callback: 'https://shop.test/receipts' });
  // The message is due, but the timer of the clock has not run yet.
  vi.setSystemTime(new Date(later(10 * MINUTE)));
  received.resolve(new Response(null, { status: 200 }));
  await vi.waitFor(() => expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded' }]));
  expect(warnings).toEqual([expect.stringContaining('a fault of the rule')]);
});

test('account schedules run at their faked times, over more days than the longest timer (EMU-3)', async () => {
  const emulator = createEmulator({ clock: 'system' });
  await api.edit(emulator, { schedule: '0 0 1 5 *', paid_credits: { schedule_reset_to_zero: true } });
  await vi.advanceTimersByTimeAsync(Date.parse('2026-04-30T23:59:59Z') - Date.parse(START));
  expect((await api.account(emulator)).credits).toBe(1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(emulator.journal().at(-1)).toMatchObject({
    at: Date.parse('2026-05-01T00:00Z'),
    fact: { type: 'paid-credits-reset' },
  });
});

test('the system clock can be advanced, too, and continues from there (EMU-3)', async () => {
  const emulator = createEmulator({ clock: 'system' });
  await api.sendOne(emulator, { send_at: later(60 * MINUTE) });
  await emulator.clock.advance('50m');
  expect(emulator.clock.now().toISOString()).toBe(later(50 * MINUTE));
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(emulator.messages()).toMatchObject([{ state: 'delivered', sentAt: later(60 * MINUTE) }]);
});

test('a system clock may start at another time (EMU-3)', () => {
  const emulator = createEmulator({ clock: 'system', now: '2030-06-01T00:00Z' });
  vi.advanceTimersByTime(5_000);
  expect(emulator.clock.now().toISOString()).toBe('2030-06-01T00:00:05.000Z');
});

test('a wait times out in faked time, and returns a message before that (EMU-9)', async () => {
  const emulator = createEmulator({ clock: 'system' });
  await api.sendOne(emulator, { send_at: later(6 * MINUTE) });
  const answered = emulator.waitForMessage({ timeout: 10 * MINUTE });
  await vi.advanceTimersByTimeAsync(6 * MINUTE);
  expect(await answered).toMatchObject({ state: 'delivered' });
  const late = expect(emulator.waitForMessage({ to: '447700900002' })).rejects.toThrow(/within 5000 ms/);
  await vi.advanceTimersByTimeAsync(5_000);
  await late;
});

test('after close and after reset no timer is left (EMU-3)', async () => {
  const emulator = createEmulator({ clock: 'system' });
  await api.sendOne(emulator, { send_at: later(10 * MINUTE) });
  expect(vi.getTimerCount()).toBe(1);
  emulator.close();
  expect(vi.getTimerCount()).toBe(0);
  const other = createEmulator({ clock: 'system' });
  await api.sendOne(other, { send_at: later(10 * MINUTE) });
  other.reset();
  expect(vi.getTimerCount()).toBe(0);
});
