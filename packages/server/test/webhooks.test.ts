import { openReceiver, type Respond, type Served, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';

async function receiver(respond?: Respond) {
  const opened = await openReceiver(respond);
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return opened;
}

function onlyDelivery({ emulator }: Served) {
  return emulator.webhooks()[0] ?? expect.unreachable('there is no delivery');
}

/** A server whose only webhook was attempted once. */
async function attempted(respond?: Respond) {
  const served = await serve();
  const { url, received } = await receiver(respond);
  await sendServed(served, { to: '447700900001', callback: `${url}/` });
  await served.control('POST /settle');
  return { served, received, ...onlyDelivery(served) };
}

describe('the response to an attempt', () => {
  test('is returned with its headers, its body and its duration', async () => {
    const { served, id } = await attempted((response) =>
      response.writeHead(500, { 'x-reason': 'database' }).end('The database is down.'),
    );
    expect(await served.read(`/webhooks/${id}`)).toMatchObject({
      body: expect.stringContaining('"destination":"+447700900001"'),
      attempts: [
        {
          status: 500,
          tookMs: expect.any(Number),
          response: { headers: { 'x-reason': 'database' }, body: 'The database is down.', isCut: false },
        },
      ],
    });
  });

  test('is cut after 16 KiB, and a body that never ends does not change the result', async () => {
    const { served, id, state } = await attempted((response) =>
      response.writeHead(200).write('x'.repeat(20_000)),
    );
    const { body } = await served.control<{ attempts: { response: { body: string } }[] }>(
      `GET /webhooks/${id}`,
    );
    expect(state).toBe('succeeded');
    expect(body).toMatchObject({ attempts: [{ response: { isCut: true } }] });
    expect(body.attempts[0]?.response.body).toBe('x'.repeat(16_384));
  });

  test('is missing when the receiver cannot be reached', async () => {
    const served = await serve();
    const gone = await openReceiver();
    await gone[Symbol.asyncDispose]();
    await sendServed(served, { to: '447700900001', callback: `${gone.url}/` });
    await served.control('POST /settle');
    const { id } = onlyDelivery(served);
    expect(await served.read(`/webhooks/${id}`)).toMatchObject({
      attempts: [{ status: null, error: 'ECONNREFUSED', response: null, tookMs: expect.any(Number) }],
    });
  });

  test('is removed on a reset, and the state of the service does not contain it', async () => {
    const { served } = await attempted((response) => response.writeHead(200).end('a secret of the receiver'));
    const { body } = await served.control('GET /snapshot');
    expect(JSON.stringify(body)).not.toContain('a secret of the receiver');
  });
});

test('a webhook that is resent while it is pending is attempted now, and the planned attempt is not made as well', async () => {
  const { served, received, id } = await attempted((response, _request, count) =>
    response.writeHead(count < 3 ? 500 : 200).end(),
  );
  expect((await served.control(`POST /webhooks/${id}/resend`)).status).toBe(200);
  await served.control('POST /settle');
  expect(onlyDelivery(served)).toMatchObject({ state: 'pending', attempts: [{}, {}] });
  await served.control('POST /clock/advance', { by: '1d' });
  expect(received).toHaveLength(3);
  expect(onlyDelivery(served)).toMatchObject({
    state: 'succeeded',
    attempts: [{}, {}, { status: 200 }],
  });
});

test('a pasted secret is compared with the signature of an attempt', async () => {
  const served = await serve();
  const { url } = await receiver();
  const mo = { mo_webhook_url: `${url}/`, mo_webhook_secret: 'a secret of at least sixteen' };
  await served.api(`PATCH /account/${served.accountUuid}`, { mo });
  await served.control('POST /inbound', { from: '447700900123', to: 'DEMO', message: 'Hello' });
  await served.control('POST /settle');
  const { id } = onlyDelivery(served);
  const check = async (body: object) => (await served.control(`POST /webhooks/${id}/verify`, body)).body;
  expect(await check({ secret: mo.mo_webhook_secret })).toMatchObject({ verified: true });
  expect(await check({ secret: 'another secret of that length' })).toMatchObject({
    verified: false,
    expected: expect.any(String),
  });
  expect(await check({ secret: '' })).toEqual({ verified: false, expected: null });
  expect((await served.control(`POST /webhooks/${id}/verify`, { secret: 'x', attempt: 9 })).status).toBe(404);
});

test('a webhook whose payload a fault has changed belongs to the same message as before (EMU-6)', async () => {
  const served = await serve();
  const set = { messageuuid: 'x', batchuuid: 'y', destination: 'z' };
  served.emulator.addFault({ webhook: 'delivery-receipt', set });
  await sendServed(served, { to: '447700900001', callback: 'http://127.0.0.1:1/' });
  const [{ messageUuid, batchUuid } = expect.unreachable('no message')] = served.emulator.messages();
  await served.control('POST /settle');
  const { steps } = await served.read<{ steps: object[] }>(`/messages/${messageUuid}/timeline`);
  expect(steps).toContainEqual(expect.objectContaining({ kind: 'webhook' }));
  const { id, payload } = onlyDelivery(served);
  expect(payload).toMatchObject(set);
  expect(await served.read(`/webhooks?q=message:${messageUuid}`)).toMatchObject({ deliveries: [{ id }] });
  expect(await served.read(`/webhooks/${id}`)).toMatchObject({ messageUuid, batchUuid });
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
