import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';
import { api, later, MINUTE, START } from '@messaging-service/test-support';
import { expect, onTestFinished, test, vi } from 'vitest';

const HOUR = 60 * MINUTE;

function open(options: EmulatorOptions = {}): Emulator {
  const emulator = createEmulator({ clock: 'system', ...options });
  onTestFinished(() => emulator.close());
  return emulator;
}

/** Reading messages makes nothing happen, so this sees only what starts automatically. */
async function expectSoon(emulator: Emulator, ...states: string[]): Promise<void> {
  await expect.poll(() => emulator.messages().map(({ state }) => state), { timeout: 5_000 }).toEqual(states);
}

/** Fakes the clock that can be set, but not the timers of the machine. */
function fakeDate(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(START) });
}

test.each([10 * MINUTE, HOUR, 24 * HOUR, 40 * 24 * HOUR])(
  'what became due when the clock of the machine was set forward by %i ms is sent without a call (EMU-3)',
  async (forward) => {
    fakeDate();
    const emulator = open();
    await api.sendOne(emulator, { to: '447700900001', send_at: later(10 * MINUTE) });
    vi.setSystemTime(later(forward));
    await expectSoon(emulator, 'delivered');
  },
);

test('what was scheduled for a time has that time, although the clock of the machine was set back (EMU-3)', async () => {
  fakeDate();
  const emulator = open();
  await api.sendOne(emulator, { to: '447700900001', send_at: later(10 * MINUTE) });
  vi.setSystemTime(later(-HOUR));
  await api.sendOne(emulator, { to: '447700900001' });
  await expectSoon(emulator, 'scheduled', 'delivered');
  vi.setSystemTime(later(10 * MINUTE));
  await expectSoon(emulator, 'delivered', 'delivered');
});

test.each([30_000, 10 * MINUTE, 24 * HOUR])(
  'a delay does not become longer when the clock of the machine is set back by %i ms (EMU-3)',
  async (back) => {
    fakeDate();
    let attempts = 0;
    const fetch = () => {
      attempts++;
      return Promise.resolve(new Response(null, { status: attempts === 1 ? 500 : 200 }));
    };
    const emulator = open({ carrier: { after: '20s' }, webhooks: { fetch, retryDelays: ['20s'] } });
    await api.sendOne(emulator, { to: '447700900001', callback: 'https://shop.example/receipts' });
    const start = Date.now() - back;
    vi.setSystemTime(start);
    await api.account(emulator);
    vi.setSystemTime(start + 20_000);
    await expectSoon(emulator, 'delivered');
    await expect.poll(() => emulator.webhooks()[0]?.attempts.length, { timeout: 5_000 }).toBe(1);
    vi.setSystemTime(start + 20_000 - back);
    await api.account(emulator);
    vi.setSystemTime(start + 40_000 - back);
    await expect.poll(() => emulator.webhooks(), { timeout: 5_000 }).toMatchObject([{ state: 'succeeded' }]);
  },
);

test('what is due runs after fake timers were removed (EMU-3)', async () => {
  vi.useFakeTimers();
  const emulator = open({ carrier: { after: '30ms' } });
  await api.sendOne(emulator, { to: '447700900001' });
  vi.useRealTimers();
  await expectSoon(emulator, 'delivered');
});

test.each(['2000-01-01T00:00Z', '2100-01-01T00:00Z'])(
  'what is due runs after fake timers of another time, %s, were removed (EMU-3)',
  async (now) => {
    vi.useFakeTimers({ now: new Date(now) });
    const emulator = open({ carrier: { after: '30ms' } });
    await api.sendOne(emulator, { to: '447700900001' });
    vi.useRealTimers();
    await expectSoon(emulator, 'delivered');
  },
);

test('what is due runs in fake timers that were installed afterwards (EMU-3)', async () => {
  const emulator = open({ carrier: { after: '10m' } });
  await api.sendOne(emulator, { to: '447700900001' });
  vi.useFakeTimers();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  await expectSoon(emulator, 'delivered');
});

test('what is due runs in each of several fake clocks in turn (EMU-3)', async () => {
  const emulator = open({ carrier: { after: '10m' } });
  for (let round = 1; round <= 3; round++) {
    vi.useFakeTimers();
    await api.sendOne(emulator, { to: '447700900001' });
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(emulator.messages().at(-1)).toMatchObject({ state: 'delivered' });
    vi.useRealTimers();
  }
});

test('what is due runs after the time of fake timers was set (EMU-3)', async () => {
  vi.useFakeTimers({ now: new Date(START) });
  const emulator = open();
  await api.sendOne(emulator, { to: '447700900001', send_at: later(10 * MINUTE) });
  vi.setSystemTime(later(HOUR));
  await expectSoon(emulator, 'delivered');
});

test('a wait ends after its real time, although the clock of the machine is set (EMU-9)', async () => {
  fakeDate();
  const emulator = open();
  const waiting = emulator.waitForMessage({ timeout: 20 }).catch((error: Error) => error.name);
  vi.setSystemTime(later(-24 * HOUR));
  expect(await waiting).toBe('WaitTimeoutError');
});

test('a wait continues, although the clock of the machine is set forward (EMU-9)', async () => {
  fakeDate();
  const emulator = open();
  const waiting = emulator.waitForMessage({ timeout: '1h' });
  vi.setSystemTime(later(24 * HOUR));
  await api.sendOne(emulator, { to: '447700900001' });
  expect(await waiting).toMatchObject({ to: '447700900001' });
});
