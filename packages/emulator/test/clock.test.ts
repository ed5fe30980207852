import { createEmulator, type Emulator, WaitTimeoutError } from '@messaging-service/emulator';
import { api, later, MINUTE, START, test } from '@messaging-service/test-support';
import { expect, vi } from 'vitest';

const DAY = 24 * 60 * MINUTE;

test('virtual time stands still until it is moved (EMU-3)', async ({ emulator }) => {
  expect(emulator.clock.mode).toBe('virtual');
  await api.sendOne(emulator, { send_at: later(6 * MINUTE) });
  vi.useFakeTimers();
  await vi.advanceTimersByTimeAsync(DAY);
  expect(emulator.clock.now().toISOString()).toBe(START);
});

test('in a process it starts at the time of the machine, or at the configured time (EMU-3)', () => {
  const before = Date.now();
  const now = createEmulator().clock.now().getTime();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
  for (const start of [
    START,
    '2026-03-01T09:00Z',
    new Date(START),
    Date.parse(START),
    '2026-03-01T11:00+02:00',
  ]) {
    expect(createEmulator({ now: start }).clock.now().toISOString()).toBe(START);
  }
});

test.each([
  ['5 m', '"5 m"'],
  [-1, '-1'],
  [{ by: 1 }, 'an object'],
  [Symbol('soon'), 'Symbol(soon)'],
  [() => 5, 'a function'],
  [Object.assign([], { toJSON: () => expect.unreachable() }), 'an instance of Array'],
])('advance(%s) is refused, and the message shows the value (EMU-3)', async (by, shown) => {
  const { clock } = createEmulator({ now: START });
  const refused = clock.advance(by as never);
  await expect(refused).rejects.toThrow(TypeError);
  await expect(refused).rejects.toThrow(/by must be a duration: milliseconds, or text such as "250ms"/);
  await expect(refused).rejects.toThrow(`; got ${shown}`);
});

test('time cannot be moved beyond the last possible date (EMU-3)', async ({ emulator }) => {
  await expect(emulator.clock.advance(8.64e15)).rejects.toThrow(/beyond/);
  await expect(emulator.clock.advanceTo(8.64e15 + 1)).rejects.toThrow(TypeError);
  expect(emulator.clock.now().toISOString()).toBe(START);
});

test('jobs beyond the longest delay of timers run at their time (EMU-3)', async () => {
  const emulator = createEmulator({ now: START, carrier: { after: 8.64e15 }, onWarning: () => undefined });
  const { messageUuid } = await api.sendOne(emulator, { to: '447911123456' });
  await expect(emulator.waitForMessage({ to: '447700900002', timeout: 1 })).rejects.toThrow(WaitTimeoutError);
  await emulator.clock.advanceTo(new Date(8.64e15));
  expect(emulator.messages({ state: 'delivered' })).toMatchObject([{ messageUuid }]);
});

test('next skips jobs whose object no longer exists (EMU-3)', async ({ emulator }) => {
  const uuid = await api.sendBatch(emulator, { at: later(10 * MINUTE) });
  await api.sendOne(emulator, { send_at: later(20 * MINUTE) });
  await emulator.fetch(`${emulator.baseUrl}/batch/${uuid}?key=${emulator.account.apiKey}`, {
    method: 'DELETE',
  });
  expect(await emulator.clock.next()).toEqual({ now: new Date(later(20 * MINUTE)), ran: 1 });
});

test('next moves time to the job that a running attempt will plan (EMU-3)', async () => {
  const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
  const emulator = createEmulator({ now: START, webhooks: { fetch: () => response, retryDelays: ['10s'] } });
  await api.sendOne(emulator, { callback: 'https://shop.example/' });
  const moved = emulator.clock.next();
  respond(new Response(null, { status: 503 }));
  expect((await moved).now).toEqual(new Date(later(10_000)));
});

test('settle runs what is due without moving time, and waits for the attempts (EMU-3)', async ({
  emulator,
}) => {
  await api.sendOne(emulator, { callback: 'https://shop.example/', send_at: later(10 * MINUTE) });
  expect(await emulator.clock.settle()).toEqual({ now: new Date(START), ran: 0 });
  await api.sendOne(emulator, { callback: 'https://shop.example/' });
  await emulator.clock.settle();
  expect(emulator.webhooks()).toMatchObject([{ state: 'succeeded', attempts: [{ at: START }] }]);
});

test('moves that are not waited for are done one after another, in order (EMU-3)', async ({ emulator }) => {
  const moves = [
    emulator.clock.advance('1m'),
    emulator.clock.settle(),
    emulator.clock.advance('2m'),
    emulator.clock.advanceTo(later(2 * MINUTE)),
    emulator.clock.advance('3m'),
  ];
  const minutes = (await Promise.all(moves)).map(({ now }) => (now.getTime() - Date.parse(START)) / MINUTE);
  expect(minutes).toEqual([1, 1, 3, 3, 6]);
});

test('jobs of one instant run in the order in which they were planned (EMU-3)', async () => {
  const emulator = createEmulator({ now: START, accounts: [{ senders: ['DEMO'], credits: 10 }] });
  const at = '2026-03-02T00:00Z';
  await api.sendOne(emulator, { send_at: at });
  await api.edit(emulator, { schedule: '0 0 * * *', paid_credits: { schedule_reset_to_zero: true } });
  await api.sendOne(emulator, { send_at: at });
  const from = emulator.journal().length;
  await emulator.clock.advanceTo(at);
  const facts = emulator.journal().slice(from);
  expect(facts.map(({ fact }) => fact.type).filter((type) => !type.startsWith('batch-'))).toEqual([
    'credits-released',
    'credits-charged',
    'message-sent',
    'message-delivered',
    'paid-credits-reset',
    'credits-released',
    'message-failed',
  ]);
});

test('a move that fails does not stop those after it (EMU-3)', async ({ emulator }) => {
  // @ts-expect-error: the compiler refuses it, too.
  const failed = emulator.clock.advance('never');
  const moved = emulator.clock.advance('1m');
  await expect(failed).rejects.toThrow(TypeError);
  expect((await moved).now.toISOString()).toBe(later(MINUTE));
});

test('a move fails with the error of a rule in code, and the next one runs what is still due (EMU-3)', async () => {
  const rule = ({ to }: { to: string }) => {
    if (to === '447700900007') throw new Error('a fault of the rule');
    return undefined;
  };
  const emulator = createEmulator({ now: START, carrier: { rule } });
  for (const to of ['447700900007', '447700900008'])
    await api.sendOne(emulator, { to, send_at: later(10 * MINUTE) });
  await expect(emulator.clock.advance('10m')).rejects.toThrow('a fault of the rule');
  expect(emulator.messages().map(({ state }) => state)).toEqual(['queued', 'scheduled']);
  expect(await emulator.clock.settle()).toMatchObject({ ran: 1 });
  expect(emulator.messages().map(({ state }) => state)).toEqual(['queued', 'delivered']);
});

test('a move reaches its limit although a receiver does not respond (EMU-3)', async () => {
  const emulator = createEmulator({ now: START, webhooks: { fetch: () => new Promise(() => undefined) } });
  await api.sendOne(emulator, { callback: 'https://shop.example/' });
  await expect(emulator.clock.advance('1h', { timeout: 10 })).rejects.toThrow(
    `has ended at ${START}. It reached its limit of 10 ms of real time.`,
  );
});

test('a caller during a long advance gets a response that shows the current time (EMU-3)', async () => {
  const emulator = createEmulator({
    now: START,
    accounts: [{ schedule: '* * * * *', packaged_credits: { schedule_refill: true } }],
  });
  const seen = new Set<number>();
  const move = { isOver: false };
  const advanced = emulator.clock.advance('28d').finally(() => {
    move.isOver = true;
  });
  while (!move.isOver) {
    seen.add(emulator.clock.now().getTime());
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await advanced).ran).toBe((28 * DAY) / MINUTE);
  expect(seen.size).toBeGreaterThan(3);
});

test('time advances although each webhook causes another call (EMU-3)', async () => {
  const callback = 'https://shop.test/receipts';
  const emulator: Emulator = createEmulator({
    now: START,
    carrier: { after: '1s' },
    webhooks: {
      fetch: async () => {
        await api.sendOne(emulator, { to: '447911123456', callback });
        return new Response(null, { status: 200 });
      },
    },
  });
  await api.sendOne(emulator, { to: '447911123456', callback });
  expect((await emulator.clock.advance('10m')).now.toISOString()).toBe(later(10 * MINUTE));
  expect(emulator.messages()).toHaveLength(601);
});
