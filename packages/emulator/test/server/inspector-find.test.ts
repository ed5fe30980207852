import { sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

interface Listed {
  messages: { to: string; body: string }[];
  total: number;
}

const escaped = encodeURIComponent;

describe('a number is found in any spelling', () => {
  test.each(['+44 7700 900001', '447700900001', '0044 7700-900001', '+44 (0) 7700 900001', '7700 900001'])(
    'GET /messages and GET /handsets find %j',
    async (search) => {
      const served = await serve();
      await sendServed(served, { to: '447700900001' });
      await sendServed(served, { to: '+447700900002' });
      const messages = await served.control<Listed>(`GET /messages?offset=0&q=${escaped(search)}`);
      expect(messages.body).toMatchObject({ messages: [{ to: '447700900001' }], total: 1 });
      const handsets = await served.control(`GET /handsets?q=${escaped(search)}`);
      expect(handsets.body).toMatchObject({ handsets: [{ number: '447700900001' }], total: 1 });
    },
  );

  test('the filter "to" accepts spaces and hyphens', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001' });
    const { body } = await served.control<Listed>(`GET /messages?to=${escaped('+44 7700-900001')}`);
    expect(body.messages).toHaveLength(1);
  });

  test('a text with digits and letters is searched unchanged', async () => {
    const served = await serve();
    await sendServed(served, { body: 'Order 12-34 is ready' });
    const found = async (search: string) =>
      (await served.control<Listed>(`GET /messages?offset=0&q=${escaped(search)}`)).body.total;
    expect(await found('order 12-34')).toBe(1);
    expect(await found('12-34')).toBe(1);
    expect(await found('order 1234')).toBe(0);
  });
});

describe('GET /messages', () => {
  test('filters by receipt code and channel', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900801', body: 'one' });
    await sendServed(served, { to: '447700900822', body: 'two', channels: ['rcs'] });
    const { body } = await served.control<Listed>('GET /messages?code=22');
    expect(body.messages).toMatchObject([{ body: 'two' }]);
    const byChannel = await served.control<Listed>('GET /messages?offset=0&channel=rcs');
    expect(byChannel.body).toMatchObject({ messages: [{ body: 'two' }], total: 1 });
    expect((await served.control<Listed>('GET /messages?code=22&channel=sms')).body.messages).toEqual([]);
  });

  test('filters by the time of queueing: from "after" on, until just before "before"', async () => {
    const served = await serve();
    for (const body of ['first', 'second', 'third']) {
      await sendServed(served, { body });
      await served.control('POST /clock/advance', { by: '1m' });
    }
    const bodies = async (query: string) =>
      (await served.control<Listed>(`GET /messages?${query}`)).body.messages.map(({ body }) => body);
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
      const [, second] = (await served.control<{ messages: { batchUuid: string }[] }>('GET /messages')).body
        .messages;
      const found = async (batch = '') =>
        (await served.control<Listed>(`GET /messages?batch=${batch}${by}`)).body.messages.map(({ to }) => to);
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

describe('GET /handsets', () => {
  test('lists the latest first among messages of one instant, too', async () => {
    const served = await serve();
    for (const to of ['447700900001', '447700900002', '447700900003']) await sendServed(served, { to });
    expect((await served.control('GET /handsets')).body).toMatchObject({
      handsets: [{ number: '447700900003' }, { number: '447700900002' }, { number: '447700900001' }],
    });
  });

  test('stays as it was at a mark while other handsets are written to', async () => {
    const served = await serve();
    for (const to of ['447700900001', '447700900002']) await sendServed(served, { to });
    const { mark } = (await served.control<{ mark: string }>('GET /mark')).body;
    const before = (await served.control('GET /handsets')).body;
    await sendServed(served, { to: '447700900003' });
    await sendServed(served, { to: '447700900001' });
    expect((await served.control(`GET /handsets?until=${mark}`)).body).toEqual(before);
    expect((await served.control('GET /handsets')).body).toMatchObject({ total: 3 });
  });

  test('refuses a mark that is not one', async () => {
    const { control } = await serve();
    expect(await control('GET /handsets?until=yesterday')).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'until' }] } },
    });
  });
});

test('GET /handsets/{number} returns the latest messages, and any earlier part of them', async () => {
  const served = await serve();
  for (const body of ['one', 'two', 'three', 'four']) {
    await sendServed(served, { to: '447700900001', body });
    await served.control('POST /clock/advance', { by: '1m' });
  }
  await served.control('POST /inbound', { from: '447700900001', to: 'DEMO', message: 'YES' });
  const path = 'GET /handsets/447700900001';
  expect((await served.control(`${path}?limit=2`)).body).toMatchObject({
    messages: [{ body: 'four' }],
    inbound: [{ message: 'YES' }],
    offset: 3,
    total: 5,
  });
  expect((await served.control(`${path}?limit=2&offset=1`)).body).toMatchObject({
    messages: [{ body: 'two' }, { body: 'three' }],
    inbound: [],
    offset: 1,
    total: 5,
  });
  expect((await served.control(`${path}?offset=99`)).body).toMatchObject({
    messages: [],
    offset: 5,
    total: 5,
  });
});

test('a search whose escapes are not valid is read as it is written', async () => {
  const served = await serve();
  await sendServed(served, { body: '50%+tax' });
  expect((await served.control('GET /messages?offset=0&q=50%+tax')).body).toMatchObject({ total: 1 });
});

test.each(['+447700900001', '%2B447700900001', '%34%34%37700900001'])(
  'GET /handsets/%s finds the number, because a path may be escaped',
  async (number) => {
    const served = await serve();
    await sendServed(served, { to: '447700900001' });
    expect((await served.control(`GET /handsets/${number}`)).body).toMatchObject({ total: 1 });
  },
);

test('the address of a sandbox that was deleted still has the page, with the status 404', async () => {
  const { server, control } = await serve();
  const { id } = (await control<{ id: string }>('POST /sandboxes')).body;
  await control(`DELETE /sandboxes/${id}`);
  const gone = await fetch(`${server.url}/_emulator/sandboxes/${id}/`);
  expect(gone.status).toBe(404);
  expect(gone.headers.get('content-type')).toMatch(/^text\/html/);
  expect((await control(`GET /sandboxes/${id}/clock`)).status).toBe(404);
});
