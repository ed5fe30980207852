import { hostOf } from '@messaging-service/emulator/host';
import {
  answering,
  api,
  batch,
  later,
  MINUTE,
  paidBelow,
  START,
  sendServed,
  serve,
} from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

describe('accounts', () => {
  test('are listed with keys, senders, notifications and the next five times of the schedule', async () => {
    const { api: call, control, read, accountKey, accountUuid } = await serve();
    await call(`PATCH /account/${accountUuid}`, {
      schedule: '0 0 * * 1',
      mo: { mo_webhook_secret: 'secret' },
    });
    await control(`POST /accounts/${accountUuid}/notifications`, paidBelow(100));
    expect(await read('/accounts')).toMatchObject({
      organizations: [{ identifier: expect.any(String), creditSystem: true }],
      accounts: [
        {
          identifier: accountUuid,
          apiKey: accountKey,
          credits: 1_000,
          senders: ['DEMO', '447700900990'],
          signsInbound: true,
          notifications: [{ thresholdType: 'paid_fixed_number', thresholdValue: 100, armed: true }],
          nextRuns: [2, 9, 16, 23]
            .map((day) => `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`)
            .concat('2026-03-30T00:00:00.000Z'),
        },
      ],
    });
  });

  test('have a ledger with every change of their credits, and with the thresholds that were crossed', async () => {
    const served = await serve({ accounts: [{ credits: 3, senders: ['DEMO'], packagedCredits: 1 }] });
    const { control, read, accountUuid } = served;
    await control(`POST /accounts/${accountUuid}/notifications`, paidBelow(3, await answering(200)));
    await sendServed(served);
    await control('POST /clock/advance', { by: '1m' });
    await sendServed(served);
    await served.api('PATCH /topup', { accountUuid, topup: 10 });
    await sendServed(served, { send_at: '2026-03-02T00:00Z' });
    const { points, marks } = await read<{
      points: { seq: number }[];
      marks: { type: string; at: string }[];
    }>(`/accounts/${accountUuid}/ledger`);
    expect(points.map(({ seq: _, ...point }) => point)).toEqual([
      { at: START, paid: 3, packaged: 1, held: 0 },
      { at: START, paid: 3, packaged: 0, held: 0 },
      { at: '2026-03-01T09:01:00.000Z', paid: 2, packaged: 0, held: 0 },
      { at: '2026-03-01T09:01:00.000Z', paid: 12, packaged: 0, held: 0 },
      { at: '2026-03-01T09:01:00.000Z', paid: 12, packaged: 0, held: 1 },
    ]);
    expect(marks.map(({ type }) => type)).toEqual(['threshold-crossed', 'credits-topped-up']);
  });

  test('have their whole ledger, however many facts there were since, after a restore as well (EMU-12)', async () => {
    const packaged = { schedule_refill_amount: 50, schedule_refill: true };
    const served = await serve({
      journalLimit: 4,
      accounts: [
        { senders: ['DEMO'], packagedCredits: 20, schedule: '0 * * * *', packaged_credits: packaged },
      ],
    });
    const credits = async () => {
      const { body } = await served.control<{ points: { packaged: number }[] }>(
        `GET /accounts/${served.accountUuid}/ledger`,
      );
      return body.points.map((point) => point.packaged);
    };
    await sendServed(served);
    await served.control('POST /clock/advance', { by: '1h' });
    for (let index = 0; index < 3; index++) await sendServed(served);
    expect(await credits()).toEqual([20, 19, 50, 49, 48, 47]);
    await served.control('PUT /snapshot', await served.read('/snapshot'));
    expect(await credits()).toEqual([20, 19, 50, 49, 48, 47]);
  });

  test('keep their ledger while another account sends more messages than the journal has facts (EMU-11)', async () => {
    const served = await serve({
      accounts: [
        { senders: ['DEMO'], credits: 10 },
        { senders: ['SHOP'], credits: 10_000 },
      ],
    });
    await sendServed(served);
    const history = async () => {
      const account = `GET /accounts/${served.accountUuid}`;
      const { points } = (await served.control<{ points: object[] }>(`${account}/ledger`)).body;
      const { entries } = (await served.control<{ entries: object[] }>(`${account}/entries`)).body;
      return { points, entries };
    };
    const before = await history();
    expect([before.points.length, before.entries.length]).toEqual([2, 2]);
    const campaign = batch({ from: 'SHOP', destinations: Array<string>(10_000).fill('447700900001') });
    const { status } = await served.api('POST /batch', campaign, served.emulator.accounts[1]?.apiKey);
    expect(status).toBe(200);
    // A further call cuts the journal.
    await served.control('POST /settle');
    expect(await history()).toEqual(before);
  });

  test('have a ledger that continues an earlier response, and starts again when the history was replaced', async () => {
    interface Ledger {
      points: { seq: number; paid: number }[];
      cursor: string;
      isContinued: boolean;
    }
    const served = await serve({ journalLimit: 12 });
    const path = `GET /accounts/${served.accountUuid}/ledger`;
    const read = async (cursor?: string) =>
      (await served.control<Ledger>(cursor === undefined ? path : `${path}?cursor=${cursor}`)).body;
    await sendServed(served);
    const first = await read();
    expect(first.isContinued).toBe(false);
    await sendServed(served);
    const second = await read(first.cursor);
    expect(second).toMatchObject({ points: [{ paid: 998 }], isContinued: true });
    expect(await read(second.cursor)).toMatchObject({ points: [], cursor: second.cursor, isContinued: true });
    const snapshot = await served.read('/snapshot');
    for (let index = 0; index < 10; index++) await sendServed(served);
    const late = await read(second.cursor);
    expect(late).toMatchObject({ isContinued: true, points: Array(10).fill({}) });
    expect(late.points.at(-1)).toMatchObject({ paid: 988 });
    await served.control('PUT /snapshot', snapshot);
    const restored = await read(late.cursor);
    expect(restored.isContinued).toBe(false);
    expect(restored.points.map(({ paid }) => paid)).toEqual([1_000, 999, 998]);
    expect((await served.control(`${path}?cursor=yesterday`)).status).toBe(400);
  });

  test('have a ledger in pages, each of which continues the one before (EMU-13)', async () => {
    interface Ledger {
      points: { seq: number; paid: number }[];
      marks: { seq: number; type: string }[];
      cursor: string;
      isContinued: boolean;
      hasMore: boolean;
    }
    const served = await serve();
    const { emulator, accountUuid } = served;
    emulator.createNotification(accountUuid, {
      url: 'http://127.0.0.1:9/credits',
      threshold_type: 'paid_fixed_number',
      threshold_value: 998,
    });
    for (let sent = 0; sent < 6; sent++) await sendServed(served);
    const read = async (query: string) =>
      (await served.control<Ledger>(`GET /accounts/${accountUuid}/ledger?${query}`)).body;
    const whole = await read('limit=1000');
    expect(whole.hasMore).toBe(false);
    for (const limit of [1, 2, 3, 8]) {
      const pages = [await read(`limit=${limit}`)];
      while (pages.at(-1)?.hasMore === true)
        pages.push(await read(`limit=${limit}&cursor=${pages.at(-1)?.cursor}`));
      expect(pages.length).toBe(Math.ceil(8 / limit));
      expect(pages.flatMap(({ points }) => points)).toEqual(whole.points);
      expect(pages.flatMap(({ marks }) => marks)).toEqual(whole.marks);
      expect(pages.map(({ isContinued }) => isContinued)).toEqual(pages.map((_, index) => index > 0));
    }
    await sendServed(served, { send_at: '2026-03-02T10:00Z' });
    expect((await read(`cursor=${whole.cursor}`)).points).toHaveLength(1);
  });

  test('have a ledger with the latest 100,000 changes one by one, and earlier ones joined by hour', async () => {
    interface Ledger {
      points: { at: string; paid: number }[];
      cursor: string;
      isContinued: boolean;
      hasMore: boolean;
    }
    const { control, emulator, accountUuid } = await serve({ accounts: [{ credits: 109_999 }] });
    const path = `GET /accounts/${accountUuid}`;
    const { cursor } = (await control<Ledger>(`${path}/ledger`)).body;
    const decidedBy = { kind: 'request' } as const;
    for (const charges of [4_999, 5_000, 100_000]) {
      hostOf(emulator).service.execute(({ record }) => {
        for (let charge = 0; charge < charges; charge++)
          record({
            type: 'credits-charged',
            accountUuid,
            batchUuid: 'none',
            packaged: 0,
            paid: 1,
            decidedBy,
          });
      });
      await control('POST /clock/advance', { by: '1h' });
    }
    const points: Ledger['points'] = [];
    for (let page: Ledger = { points, cursor, isContinued: false, hasMore: true }; page.hasMore; ) {
      page = (await control<Ledger>(`${path}/ledger?limit=2000&cursor=${page.cursor}`)).body;
      expect(page.isContinued).toBe(points.length > 0);
      expect(page.points.length).toBeLessThanOrEqual(1_000);
      points.push(...page.points);
    }
    expect(points.length).toBe(2 + 100_000);
    expect(points.slice(0, 3)).toMatchObject([
      { at: START, paid: 105_000 },
      { at: later(60 * MINUTE), paid: 100_000 },
      { at: later(120 * MINUTE), paid: 99_999 },
    ]);
    expect(points.at(-1)).toMatchObject({ paid: 0 });
    const { entries } = (await control<{ entries: { text: string }[] }>(`${path}/entries?offset=0&limit=3`))
      .body;
    expect(entries.map(({ text }) => text)).toEqual([
      'changes of an hour: charged 4999 credits',
      'changes of an hour: charged 5000 credits',
      'charged 1 credit',
    ]);
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
  ])('have entries of credits, and the search "%s" finds %i of them', async (search, total) => {
    const served = await serve();
    for (const to of ['447700900001', '447700900002']) await sendServed(served, { to });
    await served.api('PATCH /topup', { accountUuid: served.accountUuid, topup: 5 });
    const query = `offset=0&q=${encodeURIComponent(search)}`;
    const { body } = await served.control(`GET /accounts/${served.accountUuid}/entries?${query}`);
    expect(body).toMatchObject({ total });
  });
});

describe('GET /accounts', () => {
  test('lists an account without senders, schedule and secret, and one that was deleted', async () => {
    const served = await serve();
    const { identifier } = await api.createAccount(served.emulator);
    const edit = { schedule: '0 0 * * *', mo: { mo_webhook_secret: 'a secret of at least sixteen' } };
    await served.api(`PATCH /account/${identifier}`, edit);
    const accounts = async () => (await served.read<{ accounts: object[] }>('/accounts')).accounts;
    const nextRuns = [2, 3, 4, 5, 6].map((day) => `2026-03-0${day}T00:00:00.000Z`);
    expect((await accounts())[1]).toMatchObject({ senders: [], signsInbound: true, nextRuns });
    await served.api(`DELETE /account/${identifier}`);
    expect((await accounts())[1]).toMatchObject({ deleted: true, nextRuns: [] });
    expect((await accounts())[0]).toMatchObject({ signsInbound: false, nextRuns: [] });
  });

  test('lists the locks of the account only', async () => {
    const served = await serve();
    await sendServed(served, { from: { type: 'shared' } });
    const { identifier } = await api.createAccount(served.emulator);
    expect(await served.read(`/accounts/${identifier}/locks`)).toEqual({ locks: [], total: 0 });
  });
});

test('changes of credits are listed with the credits after them and the batch they paid for, and are found by number', async () => {
  const served = await serve();
  for (const to of ['447700900123', '447700900124']) await sendServed(served, { to });
  const path = `/accounts/${served.accountUuid}/entries?offset=0`;
  expect((await served.control(`GET ${path}`)).body).toMatchObject({
    total: 3,
    entries: [
      { text: 'began with 1000 credits', paid: 1_000, batchUuid: null, to: null },
      { text: 'charged 1 credit', paid: 999, to: '447700900123' },
      { text: 'charged 1 credit', paid: 998, to: '447700900124' },
    ],
  });
  const found = (await served.control<{ entries: { seq: number }[] }>(`GET ${path}&q=%2B44%207700%20900124`))
    .body;
  expect(found).toMatchObject({ total: 1, entries: [{ to: '447700900124' }] });
  const { seq } = found.entries[0] ?? {};
  expect((await served.control(`GET ${path}&locate=${seq}`)).body).toMatchObject({ position: 2 });
});
