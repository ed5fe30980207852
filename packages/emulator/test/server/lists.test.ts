import {
  answering,
  api,
  later,
  MINUTE,
  type Served,
  START,
  sendServed,
  serve,
} from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

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

test('GET /handsets finds the position of a number with a plus', async () => {
  const served = await servedWith(3);
  expect(await served.read(`/handsets?locate=%2B${numberOf(0)}`)).toMatchObject({ position: 2 });
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

describe('a handset', () => {
  const pass = ({ control }: Served, by: string) => control('POST /clock/advance', { by });
  const reply = ({ control }: Served, message: string) =>
    control('POST /inbound', { from: '447700900001', to: 'DEMO', message });

  test('is listed with its latest text, including replies', async () => {
    const served = await serve();
    const handsets = async () => (await served.read<Body>('/handsets')).handsets;
    const number = '447700900001';
    await sendServed(served, { to: number, body: 'first' });
    const sent = { number, text: 'first', state: 'delivered', messages: 1, latestAt: START };
    expect(await handsets()).toEqual([sent]);
    await pass(served, '1m');
    await reply(served, 'YES');
    const replied = { number, text: 'YES', state: 'inbound', messages: 2, latestAt: later(MINUTE) };
    expect(await handsets()).toEqual([replied]);
    await pass(served, '1m');
    await sendServed(served, { to: '447700900002', body: 'other' });
    expect(await handsets()).toMatchObject([{ number: '447700900002', text: 'other' }, replied]);
  });

  test('is listed as the state has it after a restore and after a reset', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001', body: 'kept' });
    const snapshot = await served.read('/snapshot');
    await sendServed(served, { to: '447700900002', body: 'lost' });
    expect(await served.read('/handsets')).toMatchObject({ total: 2 });
    await served.control('PUT /snapshot', snapshot);
    expect(await served.read('/handsets')).toMatchObject({ handsets: [{ text: 'kept' }], total: 1 });
    await served.control('POST /reset');
    expect(await served.read('/handsets')).toEqual({ handsets: [], total: 0 });
  });

  test('that got a scheduled message is listed by the time of sending, and before it by that of queueing', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001', body: 'scheduled', send_at: later(10 * MINUTE) });
    await pass(served, '1m');
    await sendServed(served, { to: '447700900002', body: 'now' });
    const order = async () =>
      ((await served.read<Body>('/handsets')).handsets ?? []).map(({ number, latestAt }) => [
        number,
        latestAt,
      ]);
    const now = ['447700900002', later(MINUTE)];
    expect(await order()).toEqual([now, ['447700900001', START]]);
    await pass(served, '10m');
    expect(await order()).toEqual([['447700900001', later(10 * MINUTE)], now]);
  });

  test('has its conversation in the order of time, scheduled messages at the time when they are due', async () => {
    const served = await serve();
    const [to, from] = ['447700900001', '447700900001'];
    await sendServed(served, { to, body: 'later', send_at: later(10 * MINUTE) });
    await sendServed(served, { to, body: 'now' });
    await pass(served, '1m');
    await served.control('POST /inbound', { from, to: 'DEMO', message: 'YES' });
    const texts = async () => {
      const said: unknown[] = [];
      for (const offset of [0, 1, 2]) {
        const part = await served.read<Body>(`/handsets/${to}?offset=${offset}&limit=1`);
        expect(part).toMatchObject({ offset, total: 3 });
        said.push(...(part.lines ?? []).map(({ body, message }) => body ?? message));
      }
      return said;
    };
    expect(await texts()).toEqual(['now', 'YES', 'later']);
    await pass(served, '10m');
    await reply(served, 'late');
    expect(await served.read(`/handsets/+${to}?limit=2`)).toMatchObject({
      number: to,
      lines: [{ body: 'later' }, { message: 'late' }],
      offset: 2,
      total: 4,
    });
    const past = await served.read<Body>(`/handsets/${to}?offset=9`);
    expect(past).toMatchObject({ lines: [], offset: 4, total: 4 });
  });

  test('has the reply that it wrote, although the webhook was edited and sent again', async () => {
    const served = await serve();
    const mo = { mo_webhook_url: await answering(200) };
    await served.control(`PATCH /accounts/${served.accountUuid}`, { mo });
    await sendServed(served, { to: '447700900001', callback: await answering(200) });
    await reply(served, 'YES');
    await served.control('POST /settle');
    const { deliveries = [] } = await served.read<Body>('/webhooks?kind=inbound-message');
    const [{ id, payload } = {}] = deliveries;
    await served.control(`POST /webhooks/${String(id)}/resend`, {
      payload: { ...(payload as Row), message: 'EDITED' },
    });
    // A snapshot has no journal, so that only the webhooks still hold the reply.
    const { body } = await served.control('GET /snapshot');
    await served.control('PUT /snapshot', body);
    expect(await served.read('/handsets')).toMatchObject({
      handsets: [{ text: 'YES', messages: 2 }],
      total: 1,
    });
  });
});

describe('GET /accounts', () => {
  test('lists an account without senders, schedule and secret, and one that was deleted', async () => {
    const served = await serve();
    const { identifier } = await api.createAccount(served.emulator);
    const edit = { schedule: '0 0 * * *', mo: { mo_webhook_secret: 'a secret of at least sixteen' } };
    await served.control(`PATCH /accounts/${identifier}`, edit);
    const second = async () => (await served.read<Body>('/accounts')).accounts?.[1];
    const nextRuns = [2, 3, 4, 5, 6].map((day) => `2026-03-0${day}T00:00:00.000Z`);
    expect(await second()).toMatchObject({ senders: [], signsInbound: true, nextRuns });
    await served.api(`DELETE /account/${identifier}`);
    expect(await second()).toMatchObject({ deleted: true, nextRuns: [] });
    expect((await served.read<Body>('/accounts')).accounts?.[0]).toMatchObject({
      signsInbound: false,
      nextRuns: [],
    });
  });

  test('lists the locks of the account only', async () => {
    const served = await servedWith(1);
    const { identifier } = await api.createAccount(served.emulator);
    expect(await served.read(`/accounts/${identifier}/locks`)).toEqual({ locks: [], total: 0 });
  });
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
