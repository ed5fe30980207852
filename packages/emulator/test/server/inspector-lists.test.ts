import { answering, openReceiver, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';

interface Listed {
  messages: { messageUuid: string; to: string; state: string }[];
  total: number;
}

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
  expect((await read<{ jobs: unknown[] }>('/jobs?limit=1')).jobs).toHaveLength(1);
});

describe('webhooks in a table', () => {
  /** Three webhooks: the first two fail and are attempted again, the second one without success. */
  async function attempted() {
    const served = await serve({ webhooks: { retryDelays: ['1m', '1h'] } });
    const receiver = await openReceiver((response, _webhook, count) => {
      response.statusCode = [500, 503, 200, 200][count - 1] ?? 500;
      response.end(count === 2 ? 'Databáze is down' : 'Noted');
    });
    onTestFinished(() => receiver[Symbol.asyncDispose]());
    for (const to of ['447700900001', '447700900002', '447700900003'])
      await sendServed(served, { to, body: `Hello ${to.slice(-1)}`, callback: `${receiver.url}/` });
    await served.control('POST /settle');
    await served.control('POST /clock/advance', { by: '1m' });
    const texts = async (query: string) =>
      (await served.read<{ deliveries: { text: string }[] }>(`/webhooks?${query}`)).deliveries.map(
        ({ text }) => text,
      );
    return { served, texts };
  }

  test('have the text of their message, and are in the order of their last attempt on request', async () => {
    const { texts } = await attempted();
    expect(await texts('offset=0')).toEqual(['Hello 1', 'Hello 2', 'Hello 3']);
    expect(await texts('offset=0&order=attempted')).toEqual(['Hello 3', 'Hello 1', 'Hello 2']);
  });

  test('move to the end of that order when they are attempted again while the clock stands still', async () => {
    const { served, texts } = await attempted();
    const deliveries = served.emulator.webhooks();
    for (const place of [2, 0]) {
      await served.control(`POST /webhooks/${deliveries[place]?.id}/resend`);
      await served.control('POST /settle');
    }
    expect(await texts('offset=0&order=attempted')).toEqual(['Hello 2', 'Hello 3', 'Hello 1']);
  });

  test.each([
    ['response:200', ['Hello 1', 'Hello 3']],
    ['response:5xx', ['Hello 2']],
    ['-response:200', ['Hello 2']],
    ['response:none', []],
    ['databaze', ['Hello 2']],
    ['down noted', ['Hello 2']],
    ['"Hello 3"', ['Hello 3']],
    ['07700 900001', ['Hello 1']],
    ['state:pending response:500', ['Hello 2']],
  ])('are found by %j', async (q, found) => {
    const { served, texts } = await attempted();
    expect(await texts(`offset=0&q=${encodeURIComponent(q)}`)).toEqual(found);
    const { body } = await served.control<{ deliveries: unknown[] }>(
      `GET /webhooks?q=${encodeURIComponent(q)}`,
    );
    expect(body.deliveries).toHaveLength(found.length);
  });

  test('need an offset for an order', async () => {
    const { control } = await serve();
    expect((await control('GET /webhooks?order=attempted')).status).toBe(400);
  });
});

test.each([
  '/messages',
  '/webhooks',
  '/requests',
  '/handsets',
  '/accounts/{account}/entries',
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
