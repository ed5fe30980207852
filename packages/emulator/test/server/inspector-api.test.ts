import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { message, type Served, START, serve } from './caller.ts';

interface Listed {
  messages: { messageUuid: string; to: string; state: string }[];
  total: number;
}

/** Answers webhooks with the statuses given, the last one for ever. */
async function receiver(...statuses: number[]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.statusCode = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const send = ({ api }: Served, overrides: object = {}) => api('POST /message', message(overrides));

describe('lists that are read by offset', () => {
  test('hand out any part, oldest first, with how many there are', async () => {
    const served = await serve();
    for (let index = 0; index < 5; index++) await send(served, { to: `44770090000${index}` });
    const { body } = await served.control<Listed>('GET /messages?offset=3&limit=10');
    expect(body).toMatchObject({
      messages: [{ to: '447700900003' }, { to: '447700900004' }],
      next: null,
      total: 5,
    });
  });

  test.each([
    ['YOUR CODE', 2],
    ['+4477009000', 2],
    ['demo', 2],
    ['900001', 1],
    ['nothing of this', 0],
  ])('search %j finds %i of two messages', async (search, found) => {
    const served = await serve();
    await send(served, { to: '447700900001' });
    await send(served, { to: '447700900002' });
    const { body } = await served.control<Listed>(
      `GET /messages?offset=0&search=${encodeURIComponent(search)}`,
    );
    expect(body.total).toBe(found);
  });

  test('search finds by message and batch UUID, and filters apply beside it', async () => {
    const served = await serve();
    await send(served, { to: '447700900001' });
    await send(served, { to: '447700900822' });
    const [first] = (await served.control<Listed>('GET /messages')).body.messages;
    const byUuid = await served.control<Listed>(`GET /messages?offset=0&search=${first?.messageUuid}`);
    expect(byUuid.body.messages).toEqual([first]);
    const failed = await served.control<Listed>('GET /messages?offset=0&search=code&state=failed');
    expect(failed.body).toMatchObject({ messages: [{ to: '447700900822' }], total: 1 });
  });

  test.each(['search=x', 'offset=0&cursor=1.0', 'offset=-1', 'offset=x'])('refuse ?%s', async (query) => {
    const { control } = await serve();
    expect((await control(`GET /messages?${query}`)).status).toBe(400);
  });

  test('deliveries are found by the message they are about', async () => {
    const served = await serve();
    const callback = await receiver(200);
    await send(served, { to: '447700900001', callback });
    await send(served, { to: '447700900002', callback });
    const [first] = (await served.control<Listed>('GET /messages')).body.messages;
    const { body } = await served.control(`GET /webhooks?offset=0&message=${first?.messageUuid}`);
    expect(body).toMatchObject({
      deliveries: [{ payload: { messageuuid: first?.messageUuid } }],
      total: 1,
      next: null,
    });
    expect((await served.control('GET /webhooks?offset=0&search=447700900002')).body).toMatchObject({
      total: 1,
    });
  });
});

test('GET /messages/{uuid} answers one message, 404 for none', async () => {
  const served = await serve();
  await send(served);
  const [first] = (await served.control<Listed>('GET /messages')).body.messages;
  expect((await served.control(`GET /messages/${first?.messageUuid}`)).body).toEqual(first);
  expect((await served.control('GET /messages/6f2c548e-81e3-435f-bf2c-f5beaa5f01ad')).status).toBe(404);
});

describe('handsets', () => {
  test('are listed by what happened last on them, replies included, newest first', async () => {
    const served = await serve();
    const { control } = served;
    await send(served, { to: '447700900001' });
    await control('POST /clock/advance', { by: '1m' });
    await send(served, { to: '+447700900002', body: 'Later' });
    await control('POST /clock/advance', { by: '1m' });
    await control('POST /inbound', { from: '447700900001', to: 'DEMO', message: 'YES' });
    expect((await control('GET /handsets')).body).toEqual({
      handsets: [
        {
          number: '447700900001',
          latestAt: '2026-01-01T09:02:00.000Z',
          messages: 2,
          text: 'YES',
          state: 'inbound',
        },
        {
          number: '447700900002',
          latestAt: '2026-01-01T09:01:00.000Z',
          messages: 1,
          text: 'Later',
          state: 'delivered',
        },
      ],
      total: 2,
    });
    expect((await control('GET /handsets?search=later')).body).toMatchObject({ total: 1 });
  });

  test('hold a conversation of both directions, and keep replies that a webhook carried over a restore', async () => {
    const served = await serve();
    const { control, api, organizationKey, accountUuid } = served;
    const mo = { mo_webhook_url: await receiver(200) };
    await api(`PATCH /account/${accountUuid}`, { mo }, organizationKey);
    await send(served, { to: '447700900001' });
    await control('POST /inbound', { from: '447700900001', to: 'DEMO', message: 'YES' });
    await control('POST /settle');
    const conversation = {
      number: '447700900001',
      messages: [{ body: 'Your code is 482913', state: 'delivered' }],
      inbound: [{ message: 'YES', to: 'DEMO' }],
    };
    expect((await control('GET /handsets/447700900001')).body).toMatchObject(conversation);
    const snapshot = (await control('GET /snapshot')).body;
    await control('POST /reset');
    expect((await control('GET /handsets/447700900001')).body).toMatchObject({ messages: [], inbound: [] });
    await control('PUT /snapshot', snapshot);
    expect((await control('GET /handsets/447700900001')).body).toMatchObject(conversation);
  });
});

test('GET /jobs says what comes next, and when', async () => {
  const served = await serve();
  const { control, api, organizationKey, accountUuid } = served;
  await send(served, { send_at: '2026-01-01T10:00Z' });
  const edit = {
    schedule: '0 12 * * *',
    packaged_credits: { schedule_refill: true, schedule_refill_amount: 5 },
  };
  await api(`PATCH /account/${accountUuid}`, edit, organizationKey);
  expect((await control('GET /jobs')).body).toMatchObject({
    jobs: [
      { dueAt: '2026-01-01T10:00:00.000Z', kind: 'send-batch', messages: 1 },
      { dueAt: '2026-01-01T12:00:00.000Z', kind: 'run-schedule', accountUuid },
    ],
  });
  expect((await control<{ jobs: unknown[] }>('GET /jobs?limit=1')).body.jobs).toHaveLength(1);
});

describe('webhooks', () => {
  test('a delivery shows the body that was signed, and is sent again on request', async () => {
    const served = await serve({ webhooks: { retryDelays: [] } });
    const { control } = served;
    await send(served, { to: '447700900001', callback: await receiver(500, 200) });
    await control('POST /settle');
    const [delivery] = (await control<{ deliveries: { id: string }[] }>('GET /webhooks')).body.deliveries;
    expect((await control(`GET /webhooks/${delivery?.id}`)).body).toMatchObject({
      state: 'exhausted',
      body: expect.stringContaining('"destination":"+447700900001"'),
    });
    expect(await control(`POST /webhooks/${delivery?.id}/resend`)).toMatchObject({ status: 200 });
    await control('POST /settle');
    expect((await control(`GET /webhooks/${delivery?.id}`)).body).toMatchObject({
      state: 'succeeded',
      attempts: [{ status: 500 }, { status: 200 }],
    });
  });

  test('one that waits for its next attempt is not sent twice, and an unknown one is 404', async () => {
    const served = await serve();
    const { control } = served;
    await send(served, { to: '447700900001', callback: await receiver(500) });
    await control('POST /settle');
    const [delivery] = (await control<{ deliveries: { id: string }[] }>('GET /webhooks')).body.deliveries;
    expect((await control(`POST /webhooks/${delivery?.id}/resend`)).status).toBe(409);
    expect((await control('POST /webhooks/x/resend')).status).toBe(404);
  });
});

describe('accounts', () => {
  test('are listed with keys, senders, notifications and the next five times of the schedule', async () => {
    const { control, accountKey, accountUuid } = await serve();
    await control(`PATCH /accounts/${accountUuid}`, {
      schedule: '0 0 * * 1',
      mo: { mo_webhook_secret: 'secret' },
    });
    await control(`POST /accounts/${accountUuid}/notifications`, {
      url: 'https://shop.test/credits',
      threshold_type: 'paid_fixed_number',
      threshold_value: 100,
    });
    const { body } = await control<{ accounts: object[]; organizations: { identifier: string }[] }>(
      'GET /accounts',
    );
    expect(body).toMatchObject({
      organizations: [{ identifier: expect.any(String), creditSystem: true }],
      accounts: [
        {
          identifier: accountUuid,
          apiKey: accountKey,
          credits: 1_000,
          senders: ['DEMO', '447700900990'],
          signsInbound: true,
          notifications: [{ thresholdType: 'paid_fixed_number', thresholdValue: 100, armed: true }],
          nextRuns: [5, 12, 19, 26]
            .map((day) => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`)
            .concat('2026-02-02T00:00:00.000Z'),
        },
      ],
    });
    const created = await control<{ identifier: string }>(
      `POST /organizations/${body.organizations[0]?.identifier}/accounts`,
      {
        name: 'New',
      },
    );
    expect(created).toMatchObject({ status: 201, body: { apiKey: expect.stringMatching(/^[0-9a-f]{32}$/) } });
    await control(`POST /accounts/${created.body.identifier}/topup`, { topup: 7 });
    expect((await control<{ accounts: object[] }>('GET /accounts')).body.accounts[1]).toMatchObject({
      name: 'New',
      credits: 7,
    });
    expect((await control('PATCH /accounts/x', {})).status).toBe(404);
    expect((await control('POST /accounts/x/topup', { topup: 1 })).status).toBe(404);
    expect((await control('POST /organizations/x/accounts', { name: 'N' })).status).toBe(404);
    expect((await control(`PATCH /accounts/${accountUuid}`, { schedule: '@hourly' })).status).toBe(400);
  });

  test('have a ledger that tells every change of their credits, and thresholds that were crossed', async () => {
    const served = await serve({ accounts: [{ credits: 3, senders: ['DEMO'], packagedCredits: 1 }] });
    const { control, accountUuid } = served;
    await control(`POST /accounts/${accountUuid}/notifications`, {
      url: await receiver(200),
      threshold_type: 'paid_fixed_number',
      threshold_value: 3,
    });
    await send(served);
    await control('POST /clock/advance', { by: '1m' });
    await send(served);
    await control(`POST /accounts/${accountUuid}/topup`, { topup: 10 });
    await send(served, { send_at: '2026-01-02T00:00Z' });
    const { points, marks } = (
      await control<{ points: { seq: number }[]; marks: { type: string; at: string }[] }>(
        `GET /accounts/${accountUuid}/ledger`,
      )
    ).body;
    expect(points.map(({ seq: _, ...point }) => point)).toEqual([
      { at: START, paid: 3, packaged: 1, held: 0 },
      { at: START, paid: 3, packaged: 0, held: 0 },
      { at: '2026-01-01T09:01:00.000Z', paid: 2, packaged: 0, held: 0 },
      { at: '2026-01-01T09:01:00.000Z', paid: 12, packaged: 0, held: 0 },
      { at: '2026-01-01T09:01:00.000Z', paid: 12, packaged: 0, held: 1 },
    ]);
    expect(marks.map(({ type }) => type)).toEqual(['threshold-crossed', 'credits-topped-up']);
  });

  test('have a ledger that ends where the account is when the journal no longer reaches back to its beginning', async () => {
    const served = await serve({ journalLimit: 6 });
    for (let index = 0; index < 10; index++) await send(served, { to: '447700900700' });
    const { body } = await served.control<{ points: { paid: number }[] }>(
      `GET /accounts/${served.accountUuid}/ledger`,
    );
    expect(body.points.map(({ paid }) => paid)).toEqual([991, 990]);
  });

  test('begin their ledger at a refill when what was there before it is in no fact any more', async () => {
    const packaged = { schedule_refill_amount: 50, schedule_refill: true };
    const served = await serve({
      journalLimit: 4,
      accounts: [
        { senders: ['DEMO'], packagedCredits: 20, schedule: '0 * * * *', packaged_credits: packaged },
      ],
    });
    await send(served);
    await served.control('POST /clock/advance', { by: '1h' });
    await send(served);
    const { body } = await served.control<{ points: { packaged: number }[] }>(
      `GET /accounts/${served.accountUuid}/ledger`,
    );
    expect(body.points.map((point) => point.packaged)).toEqual([50, 49]);
  });

  test('have locks of shared sender IDs by number', async () => {
    const served = await serve();
    for (const to of ['447700900001', '447700900002']) await send(served, { to, from: { type: 'shared' } });
    const path = `GET /accounts/${served.accountUuid}/locks`;
    expect((await served.control(path)).body).toMatchObject({
      locks: [{ number: '447700900001', sender: expect.stringMatching(/^44770090098\d$/) }, {}],
      total: 2,
    });
    expect((await served.control(`${path}?search=900002`)).body).toMatchObject({ total: 1 });
  });
});

describe('the log of requests', () => {
  interface Logged {
    requests: { id: number; method: string; url: string; status: number | null }[];
    total: number;
  }

  test('has the calls of the public API with their bodies, and no key in full', async () => {
    const served = await serve();
    const { control, api, accountKey, organizationKey, accountUuid } = served;
    await send(served);
    await api('POST /account', { name: 'New' }, organizationKey);
    await api(
      `PATCH /account/${accountUuid}`,
      { mo: { mo_webhook_secret: 'a very secret text' } },
      organizationKey,
    );
    await api(`GET /batch?k%65y=${accountKey}`, undefined, '');
    const { requests, total } = (await control<Logged>('GET /requests')).body;
    expect(total).toBe(4);
    expect(requests[0]).toEqual({
      id: 1,
      at: START,
      method: 'POST',
      url: `/message?key=****${accountKey.slice(-4)}`,
      status: 200,
      tookMs: expect.any(Number),
    });
    const all = await Promise.all(
      requests.map(async ({ id }) => (await control<object>(`GET /requests/${id}`)).body),
    );
    expect(all[0]).toMatchObject({
      requestBody: expect.stringContaining('482913'),
      responseBody: expect.stringContaining('messageUuid'),
    });
    expect(all[1]).toMatchObject({ responseBody: expect.stringMatching(/"apiKey":"\*\*\*\*[0-9a-f]{4}"/) });
    const text = JSON.stringify(all);
    for (const secret of [accountKey, organizationKey, 'a very secret text'])
      expect(text).not.toContain(secret);
  });

  test('says when a fault cut the connection, and is searched', async () => {
    const served = await serve();
    await served.control('POST /faults', { disconnect: true });
    await expect(send(served)).rejects.toThrow('fetch failed');
    await send(served, { body: 'Needle' });
    expect((await served.control<Logged>('GET /requests')).body.requests).toMatchObject([
      { status: null },
      { status: 200 },
    ]);
    expect((await served.control('GET /requests?search=needle')).body).toMatchObject({
      requests: [{ id: 2 }],
      total: 1,
    });
    expect((await served.control('GET /requests/99')).status).toBe(404);
  });

  test('keeps the latest thousand, ends with a reset, and counts on', async () => {
    const served = await serve();
    for (let index = 0; index < 1_005; index++) await served.api('GET /batch');
    const path = 'GET /requests?limit=1000';
    const { requests, total } = (await served.control<Logged>(path)).body;
    expect([total, requests[0]?.id, requests.at(-1)?.id]).toEqual([1_000, 6, 1_005]);
    await served.control('POST /reset');
    expect((await served.control<Logged>(path)).body.total).toBe(0);
    await served.api('GET /batch');
    expect((await served.control<Logged>(path)).body.requests[0]?.id).toBe(1_006);
  });
});

test('GET /sandboxes lists the sandboxes with their clocks', async () => {
  const { control } = await serve();
  const { body } = await control<{ id: string }>('POST /sandboxes', { now: '2030-01-01T00:00Z' });
  expect((await control('GET /sandboxes')).body).toEqual({
    sandboxes: [{ id: body.id, now: '2030-01-01T00:00:00.000Z', clock: 'virtual' }],
  });
});

describe('GET /events?digest', () => {
  /** Reads digests until one is as wanted. */
  async function digestWith(served: Served, wanted: (digest: Record<string, unknown>) => boolean) {
    const response = await fetch(`${served.server.url}/_emulator/events?digest`);
    const text = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream());
    for await (const chunk of text) {
      for (const [, data = ''] of chunk.matchAll(/^event: digest\ndata: (.*)$/gm)) {
        const digest = JSON.parse(data) as Record<string, unknown>;
        if (wanted(digest)) return digest;
      }
    }
    throw new Error('The stream ended.');
  }

  test('begins with where things stand', async () => {
    const served = await serve();
    expect(await digestWith(served, () => true)).toEqual({
      now: START,
      mode: 'virtual',
      seq: expect.any(Number),
      requests: 0,
      faults: 0,
      sandboxes: 0,
    });
  });

  test('tells of facts, requests, faults, sandboxes and of time that was moved', async () => {
    const served = await serve();
    const told = digestWith(
      served,
      ({ now, requests, faults, sandboxes }) =>
        now === '2026-01-01T09:01:00.000Z' && requests === 1 && faults === 1 && sandboxes === 1,
    );
    await send(served);
    await served.control('POST /faults', { status: 500 });
    await served.control('POST /sandboxes');
    await served.control('POST /clock/advance', { by: '1m' });
    expect((await told).seq).toBeGreaterThan(1);
  });
});

test('a snapshot larger than the body of a call can be restored', async () => {
  const served = await serve();
  const body = 'x'.repeat(9 * 1024 * 1024);
  for (let index = 0; index < 2; index++) await send(served, { send_at: '2026-02-01T00:00Z', body });
  const snapshot = (await served.control('GET /snapshot')).body;
  expect((await served.control('PUT /snapshot', snapshot)).status).toBe(200);
});
