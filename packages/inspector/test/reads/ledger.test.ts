import { hostOf } from '@messaging-service/emulator/host';
import {
  answering,
  batch,
  later,
  MINUTE,
  paidBelow,
  START,
  sendServed,
  serve,
} from '@messaging-service/test-support';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AccountsResponse, LedgerResponse } from '../../src/api/types.ts';
import { creditsOf, SERIES } from '../../src/ledger/credits.ts';

type Served = Awaited<ReturnType<typeof serve>>;

/** Reads the ledger of the first account. */
async function ledger({ control, accountUuid }: Served, query = ''): Promise<LedgerResponse> {
  return (await control<LedgerResponse>(`GET /accounts/${accountUuid}/ledger?${query}`)).body;
}

/** Records charges of the first account, without messages. */
function charge({ emulator, accountUuid }: Served, credits: readonly number[]): void {
  const decidedBy = { kind: 'request' } as const;
  hostOf(emulator).service.execute(({ record }) => {
    for (const paid of credits)
      record({ type: 'credits-charged', accountUuid, batchUuid: 'none', packaged: 0, paid, decidedBy });
  });
}

/** The values of each line of the chart, from the lowest to the highest. */
function extents(entries: LedgerResponse['entries']) {
  return SERIES.map((series) => {
    const values = entries.map((entry) => creditsOf(entry, series));
    return [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
  });
}

describe('the ledger of an account', () => {
  test('has every change of its credits, and a warning after the change that crossed a threshold', async () => {
    const served = await serve({ accounts: [{ credits: 3, senders: ['DEMO'], packagedCredits: 1 }] });
    const { control, accountUuid } = served;
    await control(`POST /accounts/${accountUuid}/notifications`, paidBelow(3, await answering(200)));
    await sendServed(served);
    await control('POST /clock/advance', { by: '1m' });
    await sendServed(served);
    await served.api('PATCH /topup', { accountUuid, topup: 10 });
    await sendServed(served, { send_at: '2026-03-02T00:00Z' });
    const { entries } = await ledger(served);
    const next = later(MINUTE);
    expect(
      entries.map(({ number, at, type, paid, packaged, held }) => [number, at, type, paid, packaged, held]),
    ).toEqual([
      [1, START, 'credits-granted', 3, 1, 0],
      [2, START, 'credits-charged', 3, 0, 0],
      [3, next, 'credits-charged', 2, 0, 0],
      [4, next, 'threshold-crossed', 2, 0, 0],
      [5, next, 'credits-topped-up', 12, 0, 0],
      [6, next, 'credits-held', 12, 0, 1],
    ]);
    const [account] = (await control<AccountsResponse>('GET /accounts')).body.accounts;
    expect(entries.flatMap(({ notificationUuid }) => notificationUuid ?? [])).toEqual([
      account?.notifications[0]?.uuid,
    ]);
  });

  test('is whole, however many facts there were since, after a restore as well (EMU-12)', async () => {
    const packaged = { schedule_refill_amount: 50, schedule_refill: true };
    const served = await serve({
      journalLimit: 4,
      accounts: [
        { senders: ['DEMO'], packagedCredits: 20, schedule: '0 * * * *', packaged_credits: packaged },
      ],
    });
    const credits = async () => (await ledger(served)).entries.map((entry) => entry.packaged);
    await sendServed(served);
    await served.control('POST /clock/advance', { by: '1h' });
    for (let index = 0; index < 3; index++) await sendServed(served);
    expect(await credits()).toEqual([20, 19, 50, 49, 48, 47]);
    await served.control('PUT /snapshot', await served.read('/snapshot'));
    expect(await credits()).toEqual([20, 19, 50, 49, 48, 47]);
  });

  test('stays while another account sends more messages than the journal has facts (EMU-11)', async () => {
    const served = await serve({
      accounts: [
        { senders: ['DEMO'], credits: 10 },
        { senders: ['SHOP'], credits: 10_000 },
      ],
    });
    await sendServed(served);
    const before = await ledger(served);
    expect(before.total).toBe(2);
    const campaign = batch({ from: 'SHOP', destinations: Array<string>(10_000).fill('447700900001') });
    const { status } = await served.api('POST /batch', campaign, served.emulator.accounts[1]?.apiKey);
    expect(status).toBe(200);
    // A further call cuts the journal.
    await served.control('POST /settle');
    expect(await ledger(served)).toEqual(before);
  });

  test('is read from any entry, which is located by its number, and names the batch that was paid for', async () => {
    const served = await serve();
    for (const to of ['447700900123', '447700900124']) await sendServed(served, { to });
    expect(await ledger(served, 'offset=0')).toMatchObject({
      total: 3,
      entries: [
        { text: 'began with 1000 credits', paid: 1_000, batchUuid: null, to: null },
        { text: 'charged 1 credit', paid: 999, to: '447700900123' },
        { text: 'charged 1 credit', paid: 998, to: '447700900124' },
      ],
    });
    expect((await ledger(served, 'offset=1&limit=1')).entries).toMatchObject([{ to: '447700900123' }]);
    const found = await ledger(served, 'offset=0&q=%2B44%207700%20900124');
    expect(found).toMatchObject({ total: 1, entries: [{ number: 3, to: '447700900124' }] });
    expect(await ledger(served, `offset=0&locate=${found.entries[0]?.seq}`)).toMatchObject({ position: 2 });
  });

  test.each([
    ['', 4],
    ['charged', 2],
    ['CHARGED 1 credit', 2],
    ['900002', 1],
    ['+44 7700 900002', 1],
    ['top-up of 5 credits', 1],
    ['began with', 1],
    // The first entries have neither a batch nor a number.
    ['null', 0],
    ['undefined', 0],
  ])('is searched, and "%s" finds %i of its entries', async (search, total) => {
    const served = await serve();
    for (const to of ['447700900001', '447700900002']) await sendServed(served, { to });
    await served.api('PATCH /topup', { accountUuid: served.accountUuid, topup: 5 });
    expect(await ledger(served, `q=${encodeURIComponent(search)}`)).toMatchObject({ total });
  });
});

describe('the outline of a ledger', () => {
  test('is the whole ledger if it has fewer entries than the chart has columns', async () => {
    const served = await serve();
    charge(served, [1, 1, 1]);
    expect(await ledger(served, 'bins=4')).toEqual(await ledger(served));
  });

  test('reaches as high and as low as the ledger, begins and ends with it, and keeps its order', async () => {
    const minutes = fc.array(
      fc.record({ charges: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 30 }), topUp: fc.nat(50) }),
      { minLength: 1, maxLength: 6 },
    );
    const check = async (history: { charges: number[]; topUp: number }[], bins: number) => {
      const served = await serve({ accounts: [{ credits: 50, senders: ['DEMO'] }] });
      for (const { charges, topUp } of history) {
        charge(served, charges);
        if (topUp > 0) await served.api('PATCH /topup', { accountUuid: served.accountUuid, topup: topUp });
        await served.control('POST /clock/advance', { by: '1m' });
      }
      const { entries: whole, total } = await ledger(served, 'limit=1000');
      const { entries: outline, ...rest } = await ledger(served, `bins=${bins}`);
      expect(rest).toEqual({ total });
      expect(whole).toEqual(expect.arrayContaining(outline));
      expect(outline.map(({ seq }) => seq)).toEqual(outline.map(({ seq }) => seq).toSorted((a, b) => a - b));
      expect([outline[0]?.number, outline.at(-1)]).toEqual([1, whole.at(-1)]);
      expect(extents(outline)).toEqual(extents(whole));
      const typesOf = (entries: LedgerResponse['entries']) => new Set(entries.map(({ type }) => type));
      expect(typesOf(outline)).toEqual(typesOf(whole));
    };
    await fc.assert(fc.asyncProperty(minutes, fc.integer({ min: 1, max: 20 }), check), { numRuns: 25 });
  });

  test('of a ledger with 130,000 entries has at most a few for each column, in time and at one instant', async () => {
    const served = await serve({ accounts: [{ credits: 300_000 }] });
    charge(served, Array<number>(65_000).fill(1));
    const instant = await ledger(served, 'bins=100');
    expect(instant.total).toBe(65_001);
    expect(instant.entries.length).toBeGreaterThan(100);
    expect(instant.entries.length).toBeLessThan(300);
    // Equal parts of the list: no entry is far from the one before.
    const steps = instant.entries.map(
      ({ number }, index) => number - (instant.entries[index - 1]?.number ?? 0),
    );
    expect(Math.max(...steps)).toBeLessThanOrEqual(651);
    await served.control('POST /clock/advance', { by: '1h' });
    charge(served, Array<number>(65_000).fill(2));
    const { entries, total } = await ledger(served, 'bins=100');
    expect(total).toBe(130_001);
    // All of it happened at two instants, which are the first column and the last.
    expect(entries.map(({ number }) => number)).toEqual([1, 65_001, 65_002, 130_001]);
  });

  test('has the entry that is located beside those that it needs', async () => {
    const served = await serve();
    charge(served, Array<number>(100).fill(1));
    const { seq = 0 } = (await ledger(served, 'offset=40&limit=1')).entries[0] ?? {};
    const numbers = async (query: string) =>
      (await ledger(served, query)).entries.map(({ number }) => number);
    const outline = await numbers('bins=2');
    expect(outline).not.toContain(41);
    expect(await numbers(`bins=2&locate=${seq}`)).toEqual([...outline, 41].toSorted((a, b) => a - b));
  });

  test.each(['0', '-1', 'many'])('with %s columns is refused', async (bins) => {
    const served = await serve();
    const { status } = await served.control(`GET /accounts/${served.accountUuid}/ledger?bins=${bins}`);
    expect(status).toBe(400);
  });
});
