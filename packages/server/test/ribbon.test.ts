import { answering, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

interface Ribbon {
  readonly now: string;
  readonly first: string | null;
  readonly bins: readonly ({ readonly from: string; readonly to: string } & Readonly<
    Record<string, number | string>
  >)[];
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  readonly next: string | null;
  readonly later: { readonly jobs: number; readonly at: string | null };
}

const NOW = '2026-01-01T09:00:00.000Z';

/** A number of minutes after nine o'clock. */
const later = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();

const hours = (before: number, after: number, bins: number) =>
  `/ribbon?from=${later(-60 * before)}&to=${later(60 * after)}&bins=${bins}`;

describe('the ribbon of a period (EMU-27)', () => {
  test('counts sends, receipts, replies, webhooks and refusals in the part in which they happen', async () => {
    const served = await serve({ now: NOW, webhooks: { retryDelays: ['10m'] } });
    const { control, read, emulator } = served;
    const callback = await answering(500, 200);
    await sendServed(served, { to: '447700900123', callback });
    await sendServed(served, { to: '447700900822' });
    await sendServed(served, { from: { type: 'custom', value: 'OTHER' } }).catch(() => undefined);
    await control('POST /inbound', { from: '447700900123', to: 'DEMO', message: 'Yes' });
    await emulator.settle();
    await control('POST /clock/advance', { by: '30m' });
    const { bins, first, now } = await read<Ribbon>(hours(1, 1, 12));
    expect([first, now]).toEqual([NOW, later(30)]);
    expect(bins.filter(({ to }) => to <= later(30))).toEqual([
      {
        from: later(-10),
        to: NOW,
        queued: 2,
        delivered: 1,
        failed: 1,
        replies: 1,
        attempts: 1,
        failedAttempts: 1,
        refused: 1,
        retrying: 1,
      },
      { from: NOW, to: later(10), attempts: 1, retrying: 1 },
    ]);
  });

  test('counts calls and webhooks that a fault hit', async () => {
    const served = await serve({ now: NOW });
    const { control, read, emulator } = served;
    await control('POST /faults', { status: 503, times: 1 });
    await control('POST /faults', { webhook: 'delivery-receipt', set: { delivered: false }, times: 1 });
    await sendServed(served).catch(() => undefined);
    await sendServed(served, { to: '447700900123', callback: await answering(200) });
    await emulator.settle();
    const { bins } = await read<Ribbon>(hours(1, 0, 1));
    expect(bins).toMatchObject([{ queued: 1, refused: 1, faults: 2, attempts: 1 }]);
  });

  test('a part begins after its first instant and contains its last one, like a move of the clock', async () => {
    const served = await serve({ now: NOW });
    await sendServed(served, { to: '447700900123', send_at: later(60) });
    await served.control('POST /clock/advance', { to: later(60) });
    const { bins, moves } = await served.read<Ribbon>(hours(1, 1, 2));
    expect(bins).toEqual([
      { from: later(-60), to: NOW, queued: 1, waiting: 1 },
      { from: NOW, to: later(60), delivered: 1, waiting: 1 },
    ]);
    expect(moves).toEqual([{ from: NOW, to: later(60) }]);
  });

  test('shows what is due, how long it waits, and how much is due after the period', async () => {
    const served = await serve({
      now: NOW,
      carrier: { rules: [{ to: '447700900111', outcome: 'deliver', after: '20m' }] },
      webhooks: { retryDelays: ['30m'] },
    });
    const { api, read, emulator, accountUuid } = served;
    const { status } = await api(`PATCH /account/${accountUuid}`, {
      schedule: '0 10 * * *',
      packaged_credits: { schedule_refill: true, schedule_refill_amount: 5 },
    });
    expect(status).toBe(200);
    await sendServed(served, { to: '447700900111' });
    await sendServed(served, { to: '447700900123', callback: await answering(500) });
    await sendServed(served, { send_at: later(40) });
    await sendServed(served, { send_at: later(24 * 60) });
    await emulator.settle();
    const ribbon = await read<Ribbon>(hours(0, 1, 6));
    expect(ribbon.bins).toEqual([
      { from: NOW, to: later(10), waiting: 3, retrying: 1, schedules: 1 },
      { from: later(10), to: later(20), waiting: 3, retrying: 1, schedules: 1, dueReceipts: 1 },
      { from: later(20), to: later(30), waiting: 2, retrying: 1, schedules: 1, dueAttempts: 1 },
      { from: later(30), to: later(40), waiting: 2, schedules: 1, dueMessages: 1 },
      { from: later(40), to: later(50), waiting: 1, schedules: 1 },
      { from: later(50), to: later(60), waiting: 1, schedules: 1, dueSchedules: 1 },
    ]);
    expect(ribbon).toMatchObject({ next: later(20), later: { jobs: 1, at: later(24 * 60) } });
  });

  test('has no more parts than requested, however many messages there are', async () => {
    const served = await serve({ now: NOW, organization: { creditSystem: false } });
    const { emulator, read } = served;
    const batch = (part: number) =>
      served.api('POST /batch', {
        from: 'DEMO',
        message: `Part ${part}`,
        destinations: Array.from(
          { length: 1_000 },
          (_, index) => `4477${part}${String(index).padStart(7, '0')}`,
        ),
      });
    for (let part = 0; part < 20; part++) {
      await batch(part);
      await emulator.clock.advance('7m');
    }
    const { bins } = await read<Ribbon>(hours(1, 5, 50));
    expect(bins.length).toBeLessThanOrEqual(50);
    const sum = (kind: string) => bins.reduce((total, bin) => total + Number(bin[kind] ?? 0), 0);
    expect([sum('queued'), sum('delivered')]).toEqual([20_000, 20_000]);
  });

  test('forgets the moves of the clock that are undone, and those before a reset', async () => {
    const { control, read } = await serve({ now: NOW });
    const movesOf = async () => (await read<Ribbon>(hours(1, 24, 10))).moves;
    await control('POST /clock/advance', { by: '1h' });
    const { body } = await control('POST /clock/advance', { by: '1h', undoable: true });
    expect(await movesOf()).toEqual([
      { from: NOW, to: later(60) },
      { from: later(60), to: later(120) },
    ]);
    await control(`POST /clock/moves/${String(body.move)}/undo`);
    await control('POST /clock/advance', { by: '3h' });
    expect(await movesOf()).toEqual([
      { from: NOW, to: later(60) },
      { from: later(60), to: later(240) },
    ]);
    await control('POST /reset');
    expect(await movesOf()).toEqual([]);
  });

  test.each([
    ['without an end', `from=${NOW}`],
    ['that ends before it begins', `from=${later(1)}&to=${NOW}`],
    ['in parts that are not a number', `from=${NOW}&to=${later(1)}&bins=many`],
    ['with a time that cannot be read', `from=yesterday&to=${NOW}`],
  ])('is refused for a period %s', async (_, query) => {
    const { control } = await serve({ now: NOW });
    expect((await control(`GET /ribbon?${query}`)).status).toBe(400);
  });
});

test('the filter `during` narrows every list to what happened in a period, or is due in it (EMU-13)', async () => {
  const served = await serve({ now: NOW });
  const { control, read, api, emulator, accountUuid } = served;
  await sendServed(served, { to: '447700900111', callback: await answering(200) });
  await emulator.settle();
  await control('POST /clock/advance', { by: '1h' });
  await sendServed(served, { to: '447700900222', send_at: later(180) });
  await control('POST /inbound', { from: '447700900333', to: 'DEMO', message: 'Hello' });
  await api('GET /batch', undefined, 'unknown');
  const found = async (from: string, to: string) => {
    const listed = (path: string) =>
      read<Record<string, unknown> & { total: number }>(`${path}?offset=0&q=during:${from}/${to}`);
    const paths = ['/messages', '/webhooks', '/requests', '/handsets', `/accounts/${accountUuid}/ledger`];
    return Promise.all(paths.map(async (path) => (await listed(path)).total));
  };
  expect(await found(later(-1), NOW)).toEqual([1, 1, 1, 1, 2]);
  expect(await found(NOW, later(60))).toEqual([1, 0, 2, 2, 1]);
  expect(await found(later(179), later(180))).toEqual([1, 0, 0, 1, 0]);
  expect(await found(later(60), later(179))).toEqual([0, 0, 0, 0, 0]);
});
