import { pageOf } from '@messaging-service/emulator/core';
import { answering, later, MINUTE, type Served, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test, vi } from 'vitest';

type Row = Readonly<Record<string, unknown>>;
type Body = Readonly<Record<string, readonly Row[]>> & { readonly total: number; readonly next?: string };

const UNKNOWN = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
const numberOf = (index: number) => String(447_700_900_001 + index);

/** Serves an emulator that has sent messages with receipts to different handsets, from shared sender IDs. */
async function servedWith(count: number): Promise<Served> {
  const served = await serve();
  const callback = await answering(200);
  const messages = Array.from({ length: count }, (_, index) => ({
    to: numberOf(index),
    from: { type: 'shared' },
    body: `Text ${index}`,
    callback,
  }));
  await served.api('POST /message', { messages });
  await served.control('POST /settle');
  return served;
}

/** The lists that are read by offset, and the member that identifies a row. */
const LISTS = [
  ['/messages', 'messages', 'messageUuid'],
  ['/messages?q=text', 'messages', 'messageUuid'],
  ['/webhooks', 'deliveries', 'id'],
  ['/webhooks?q=4477009', 'deliveries', 'id'],
  ['/handsets', 'handsets', 'number'],
  ['/handsets?q=4477009', 'handsets', 'number'],
  ['/handsets?q=text', 'handsets', 'number'],
  ['/accounts/{account}/locks', 'locks', 'number'],
  ['/accounts/{account}/locks?q=4477009', 'locks', 'number'],
] as const;

describe.each(LISTS)('%s', (template, name, id) => {
  const path = (served: Served, query: string) =>
    `${template.replace('{account}', served.accountUuid)}${template.includes('?') ? '&' : '?'}${query}`;

  test('has any part of the list, and the length of the whole list', async () => {
    const served = await servedWith(5);
    const whole = (await served.read<Body>(path(served, 'offset=0')))[name] ?? [];
    expect(new Set(whole.map((row) => row[id])).size).toBe(5);
    for (const offset of [0, 1, 4, 5, 9]) {
      for (const limit of [1, 2, 5, 9]) {
        const part = await served.read<Body>(path(served, `offset=${offset}&limit=${limit}`));
        expect(part[name]).toEqual(whole.slice(offset, offset + limit));
        expect(part.total).toBe(5);
        expect(part).not.toHaveProperty('position');
      }
    }
  });

  test('has the position of a row by its identifier', async () => {
    const served = await servedWith(3);
    const whole = (await served.read<Body>(path(served, 'offset=0')))[name] ?? [];
    for (const [position, row] of whole.entries()) {
      const locate = String(row[id]);
      for (const spelled of [locate, locate.toUpperCase()]) {
        const located = await served.read<Body>(path(served, `offset=0&limit=1&locate=${spelled}`));
        expect(located).toMatchObject({ position, total: 3 });
        expect(located[name]).toEqual(whole.slice(0, 1));
      }
    }
    expect(await served.read(path(served, 'offset=0&locate=nothing'))).toMatchObject({ position: null });
  });
});

describe('a filter that nothing matches leaves nothing', () => {
  test.each([
    'to=447700900999',
    'from=DEMO',
    `account=${UNKNOWN}`,
    `batch=${UNKNOWN}`,
    'state=failed',
    'since={mark}',
    'channel=rcs',
    'code=22',
    'after=2030-01-01T00:00Z',
    'before=2020-01-01T00:00Z',
    'q=nothing',
  ])('GET /messages?%s', async (filter) => {
    const served = await servedWith(2);
    const { mark } = await served.read<{ mark: string }>('/mark');
    const query = filter.replace('{mark}', mark);
    expect(await served.read(`/messages?offset=0&${query}`)).toMatchObject({ messages: [], total: 0 });
    expect(await served.read(`/messages?${query}`)).toMatchObject({ messages: [], next: null });
  });

  test.each(['kind=inbound-message', `account=${UNKNOWN}`, 'state=exhausted', 'q=nothing'])(
    'GET /webhooks?%s',
    async (filter) => {
      const served = await servedWith(2);
      expect(await served.read(`/webhooks?offset=0&${filter}`)).toMatchObject({ deliveries: [], total: 0 });
      expect(await served.read(`/webhooks?${filter}`)).toMatchObject({ deliveries: [], next: null });
    },
  );
});

describe('a filter finds what it names', () => {
  test('an account, and the text of a search, in any case and with spaces around it', async () => {
    const served = await servedWith(2);
    const account = served.accountUuid.toUpperCase();
    for (const path of ['/messages', '/webhooks'])
      for (const query of [`account=${account}`, 'q=%20', 'q=%20447700900%20'])
        expect(await served.read(`${path}?offset=0&${query}`)).toMatchObject({ total: 2 });
    expect(await served.read('/messages?offset=0&q=%20%22TEXT%201%22%20')).toMatchObject({ total: 1 });
    expect(await served.read('/handsets?q=%20%22TEXT%201%22%20')).toMatchObject({ total: 1 });
    expect(await served.read('/webhooks?offset=0&q=%20SUCCESSFUL%20')).toMatchObject({ total: 2 });
    const { id } = (await served.read<Body>('/webhooks')).deliveries?.[0] ?? {};
    expect(await served.read(`/webhooks?offset=0&q=${String(id)}`)).toMatchObject({ total: 1 });
  });

  test('a webhook by its URL, also one with capital letters', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001', callback: `${await answering(200)}Receipts/SHOP` });
    for (const search of ['Receipts/SHOP', 'receipts/shop', '127.0.0.1', 'SHOP%20'])
      expect(await served.read(`/webhooks?offset=0&q=${search}`)).toMatchObject({ total: 1 });
  });

  test('messages that are not sent, or have no receipt yet, have neither channel nor code', async () => {
    const served = await serve();
    await sendServed(served, { send_at: later(10 * MINUTE) });
    await sendServed(served, { to: '447700900700' });
    const total = async (query: string) => (await served.read<Body>(`/messages?offset=0&${query}`)).total;
    expect(await total('state=scheduled')).toBe(1);
    expect(await total('channel=sms')).toBe(1);
    expect(await total('code=00')).toBe(0);
  });

  test('receipt codes, in either case', async () => {
    const served = await serve();
    const { body } = await sendServed(served, { to: '447700900700' });
    const [sent] = (body as { messages: Row[] }).messages;
    await served.control(`POST /messages/${String(sent?.messageUuid)}/fail`, { code: 'aB' });
    for (const code of ['ab', 'AB', 'aB'])
      expect((await served.read<Body>(`/messages?code=${code}`)).messages).toHaveLength(1);
  });
});

describe('lists that are read by cursor', () => {
  test.each([
    ['/messages', 'messages'],
    ['/webhooks', 'deliveries'],
  ])('%s has every row once, page by page', async (path, name) => {
    const served = await servedWith(5);
    const whole = await served.read<Body>(path);
    expect(whole.next).toBeNull();
    expect((await served.read<Body>(`${path}?limit=5`)).next).toBeNull();
    const rows: Row[] = [];
    let query = 'limit=2';
    for (const length of [2, 2, 1]) {
      const page = await served.read<Body>(`${path}?${query}`);
      expect(page[name]).toHaveLength(length);
      rows.push(...(page[name] ?? []));
      query = `limit=2&cursor=${page.next}`;
    }
    expect(query).toBe('limit=2&cursor=null');
    expect(rows).toEqual(whole[name]);
  });

  test.each(['x1.0', '1.0x', '1', '.1', '1.', '1234567890123456.0', '0.1234567890123456'])(
    'the cursor %s of messages is refused',
    async (cursor) => {
      const { control } = await serve();
      expect((await control(`GET /messages?cursor=${cursor}`)).status).toBe(400);
    },
  );
});

test('a page reads no more rows than it needs', () => {
  const accepts = vi.fn((row: number) => row % 2 === 0);
  const page = pageOf([1, 2, 3, 4, 5, 6, 7, 8], 2, { accepts, view: (row) => row, cursorOf: String });
  expect(page).toEqual({ rows: [2, 4], next: '4' });
  expect(accepts).toHaveBeenLastCalledWith(6);
});

test('the error of a wait cuts the texts of the messages after 100 characters (EMU-13)', async () => {
  const served = await serve();
  for (const length of [100, 101]) await sendServed(served, { body: 'x'.repeat(length) });
  const { status, body } = await served.control('GET /messages/wait?contains=nothing&timeout=1ms');
  expect(status).toBe(408);
  expect(JSON.stringify(body)).toContain(`\\"${'x'.repeat(100)}\\"`);
  expect(JSON.stringify(body)).toContain(`\\"${'x'.repeat(100)}…\\"`);
  expect(JSON.stringify(body)).not.toContain('x'.repeat(101));
});

interface Listed {
  messages: { messageUuid: string; to: string; body: string; state: string }[];
  total: number;
}

const escaped = encodeURIComponent;

describe('a number is found in any spelling', () => {
  test('GET /messages and GET /handsets find one with an escaped plus, spaces and brackets', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001' });
    await sendServed(served, { to: '+447700900002' });
    const search = escaped('+44 (0) 7700 900001');
    const messages = await served.control<Listed>(`GET /messages?offset=0&q=${search}`);
    expect(messages.body).toMatchObject({ messages: [{ to: '447700900001' }], total: 1 });
    const handsets = await served.control(`GET /handsets?q=${search}`);
    expect(handsets.body).toMatchObject({ handsets: [{ number: '447700900001' }], total: 1 });
  });

  test('the filter "to" accepts spaces and hyphens', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001' });
    const { body } = await served.control<Listed>(`GET /messages?to=${escaped('+44 7700-900001')}`);
    expect(body.messages).toHaveLength(1);
  });
});

describe('GET /messages', () => {
  test('filters by the time of queueing: from "after" on, until just before "before"', async () => {
    const served = await serve();
    for (const body of ['first', 'second', 'third']) {
      await sendServed(served, { body });
      await served.control('POST /clock/advance', { by: '1m' });
    }
    const bodies = async (query: string) =>
      (await served.read<Listed>(`/messages?${query}`)).messages.map(({ body }) => body);
    expect(await bodies('after=2026-03-01T09:01:00Z')).toEqual(['second', 'third']);
    expect(await bodies('before=2026-03-01T09:01:00Z')).toEqual(['first']);
    // The offset's plus arrives as a space.
    expect(await bodies('after=2026-03-01T10:01:00+01:00&before=2026-03-01T09:02Z')).toEqual(['second']);
  });

  test.each(['', '&offset=0'])(
    'of a batch finds its messages by its identifier in any case (%j)',
    async (by) => {
      const served = await serve();
      await sendServed(served, { to: '447700900001' });
      await sendServed(served, { to: '447700900002' });
      const [, second] = (await served.read<{ messages: { batchUuid: string }[] }>('/messages')).messages;
      const found = async (batch = '') =>
        (await served.read<Listed>(`/messages?batch=${batch}${by}`)).messages.map(({ to }) => to);
      expect(await found(second?.batchUuid)).toEqual(['447700900002']);
      expect(await found(second?.batchUuid.toUpperCase())).toEqual(['447700900002']);
      expect(await found('6f2c548e-81e3-435f-bf2c-f5beaa5f01ad')).toEqual([]);
    },
  );

  test.each(['after=noon', 'before=2026-13-01'])('refuses ?%s', async (query) => {
    const { control } = await serve();
    expect(await control(`GET /messages?${query}`)).toMatchObject({
      status: 400,
      body: { error: { issues: [{ message: 'must be an ISO 8601 instant, such as 2026-01-01T09:00Z' }] } },
    });
  });
});

test('a search whose escapes are not valid is read as it is written', async () => {
  const served = await serve();
  await sendServed(served, { body: '50%+tax' });
  expect(await served.read('/messages?offset=0&q=50%+tax')).toMatchObject({ total: 1 });
});

describe('lists that are read by offset', () => {
  test('search finds by message and batch UUID, and filters apply as well', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001' });
    await sendServed(served, { to: '447700900822' });
    const [first] = served.emulator.messages();
    const byUuid = await served.control<Listed>(`GET /messages?offset=0&q=${first?.messageUuid}`);
    expect(byUuid.body.messages).toEqual([first]);
    const failed = await served.control<Listed>('GET /messages?offset=0&q=code&state=failed');
    expect(failed.body).toMatchObject({ messages: [{ to: '447700900822' }], total: 1 });
  });

  test.each(['locate=x', 'offset=0&cursor=1.0', 'offset=-1', 'offset=x'])('refuse ?%s', async (query) => {
    const { control } = await serve();
    expect((await control(`GET /messages?${query}`)).status).toBe(400);
  });

  test('deliveries are found by the message they are about', async () => {
    const served = await serve();
    const callback = await answering(200);
    await sendServed(served, { to: '447700900001', callback });
    await sendServed(served, { to: '447700900002', callback });
    const [first] = served.emulator.messages();
    const { body } = await served.control(`GET /webhooks?offset=0&q=message:${first?.messageUuid}`);
    expect(body).toMatchObject({
      deliveries: [{ payload: { messageuuid: first?.messageUuid } }],
      total: 1,
      next: null,
    });
    expect(await served.read('/webhooks?offset=0&q=447700900002')).toMatchObject({ total: 1 });
  });
});

test('GET /messages/{uuid} returns one message, or 404', async () => {
  const served = await serve();
  await sendServed(served);
  const [first] = served.emulator.messages();
  expect(await served.read(`/messages/${first?.messageUuid}`)).toEqual(first);
  expect((await served.control('GET /messages/6f2c548e-81e3-435f-bf2c-f5beaa5f01ad')).status).toBe(404);
});

test('GET /jobs lists the next jobs with their times', async () => {
  const served = await serve();
  const { read, api, accountUuid } = served;
  await sendServed(served, { send_at: '2026-03-01T10:00Z' });
  const edit = {
    schedule: '0 12 * * *',
    packaged_credits: { schedule_refill: true, schedule_refill_amount: 5 },
  };
  await api(`PATCH /account/${accountUuid}`, edit);
  expect(await read('/jobs')).toMatchObject({
    jobs: [
      { dueAt: '2026-03-01T10:00:00.000Z', kind: 'send-batch', messages: 1 },
      { dueAt: '2026-03-01T12:00:00.000Z', kind: 'run-schedule', accountUuid },
    ],
  });
  const destinations = ['447700900123', '447700900124', '447700900125'];
  const batch = { from: 'DEMO', message: 'A text that is longer than forty characters', destinations };
  await api('POST /batch', { ...batch, send_at: '2026-03-01T09:30Z' });
  expect((await read<{ jobs: { does: string }[] }>('/jobs')).jobs.map(({ does }) => does)).toEqual([
    'send 3 texts “A text that is longer than forty charact…” to +447700900123 and 2 others',
    expect.stringMatching(/^send “.*” to \+\d+$/),
    'refill the packaged credits of Demo account to 5',
  ]);
  expect((await read<{ jobs: unknown[] }>('/jobs?limit=1')).jobs).toHaveLength(1);
});

test.each([
  '/messages',
  '/webhooks',
  '/requests',
  '/handsets',
  '/accounts/{account}/ledger',
  '/accounts/{account}/locks',
])(
  'a search of GET %s with a filter that does not exist is refused, and the one that exists is named',
  async (path) => {
    const { control, accountUuid } = await serve();
    const call = `GET ${path.replace('{account}', accountUuid)}?q=nonsense:x`;
    const { status, body } = await control<{ error: { code: string; issues: unknown } }>(call);
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.issues).toEqual([
      { path: 'q', message: expect.stringContaining('has the unknown filter nonsense:') },
    ]);
  },
);
