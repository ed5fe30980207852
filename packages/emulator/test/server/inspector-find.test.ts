import { sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

interface Listed {
  messages: { to: string; body: string }[];
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

test('GET /requests: the filter "to" of a search finds a number, and a refused text as a whole', async () => {
  const served = await serve();
  await sendServed(served, { to: '447700900001' });
  await sendServed(served, { to: 'nobody' });
  const found = (q: string) => served.read(`/requests?q=${escaped(q)}`);
  expect(await found('to:+44 7700 900001')).toMatchObject({ requests: [{ id: 1 }], total: 1 });
  expect(await found('to:Nobody')).toMatchObject({ requests: [{ id: 2 }], total: 1 });
  expect(await found('to:no')).toMatchObject({ total: 0 });
});

describe('GET /handsets', () => {
  test('lists the latest first among messages of one instant, too', async () => {
    const served = await serve();
    for (const to of ['447700900001', '447700900002', '447700900003']) await sendServed(served, { to });
    expect(await served.read('/handsets')).toMatchObject({
      handsets: [{ number: '447700900003' }, { number: '447700900002' }, { number: '447700900001' }],
    });
  });
});

test('a search whose escapes are not valid is read as it is written', async () => {
  const served = await serve();
  await sendServed(served, { body: '50%+tax' });
  expect(await served.read('/messages?offset=0&q=50%+tax')).toMatchObject({ total: 1 });
});

test.each(['+447700900001', '%2B447700900001', '%34%34%37700900001'])(
  'GET /handsets/%s finds the number, because a path may be escaped',
  async (number) => {
    const served = await serve();
    await sendServed(served, { to: '447700900001' });
    expect(await served.read(`/handsets/${number}`)).toMatchObject({ total: 1 });
  },
);
