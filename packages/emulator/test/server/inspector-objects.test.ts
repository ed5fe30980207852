import {
  openReceiver,
  type Respond,
  type Served,
  START,
  sendServed,
  serve,
} from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';

interface Timeline {
  steps: ({ at: string; kind: string; isPlanned: boolean } & Record<string, unknown>)[];
}

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

async function sentMessage(served: Served, overrides: object = {}) {
  await sendServed(served, overrides);
  return served.emulator.messages().at(-1) ?? expect.unreachable('no message was sent');
}

/** The kinds of steps of a message. */
async function kindsOf({ control }: Served, uuid: string): Promise<string[]> {
  const { body } = await control<Timeline>(`GET /messages/${uuid}/timeline`);
  return body.steps.map(({ kind, isPlanned }) => (isPlanned ? `${kind} planned` : kind));
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

describe('the timeline of a message', () => {
  test('goes from the request to the webhook attempts, including the planned one', async () => {
    const served = await serve();
    const { url } = await receiver((response) => response.writeHead(503).end());
    const { messageUuid } = await sentMessage(served, { to: '447700900001', callback: `${url}/` });
    await served.control('POST /settle');
    expect(await kindsOf(served, messageUuid)).toEqual([
      'requested',
      'queued',
      'credits-charged',
      'sent',
      'delivered',
      'webhook',
      'webhook planned',
    ]);
    const { body } = await served.control<Timeline>(`GET /messages/${messageUuid}/timeline`);
    expect(body.steps[0]).toMatchObject({ at: START, request: { id: 1, status: 200, method: 'POST' } });
    expect(body.steps.at(-1)).toMatchObject({ attempt: 2, status: null });
  });

  test('shows held credits of a scheduled message, and the time at which it is due', async () => {
    const served = await serve();
    const { messageUuid } = await sentMessage(served, { to: '447700900001', send_at: '2030-01-01T00:00Z' });
    expect(await kindsOf(served, messageUuid)).toEqual([
      'requested',
      'queued',
      'credits-held',
      'due planned',
    ]);
    await served.control('POST /clock/advance', { to: '2030-01-01T00:00Z' });
    expect(await kindsOf(served, messageUuid)).toEqual([
      'requested',
      'queued',
      'credits-held',
      'due',
      'credits-released',
      'credits-charged',
      'sent',
      'delivered',
    ]);
  });

  test('names the channels on which it could not be sent', async () => {
    const served = await serve();
    const { messageUuid } = await sentMessage(served, { to: '447700900701', channels: ['rcs', 'sms'] });
    const { body } = await served.control<Timeline>(`GET /messages/${messageUuid}/timeline`);
    expect(body.steps).toContainEqual(
      expect.objectContaining({ kind: 'sent', channel: 'sms', skipped: ['rcs'] }),
    );
  });

  test('has the replies to the message, with and without a webhook', async () => {
    const served = await serve();
    const { messageUuid } = await sentMessage(served, { to: '447700900001' });
    const reply = (message: string) =>
      served.control('POST /inbound', { from: '447700900001', to: 'DEMO', message });
    await reply('Yes');
    const { url } = await receiver();
    await served.api(`PATCH /account/${served.accountUuid}`, { mo: { mo_webhook_url: `${url}/` } });
    await reply('Really');
    await served.control('POST /settle');
    const { body } = await served.control<Timeline>(`GET /messages/${messageUuid}/timeline`);
    expect(body.steps.filter(({ kind }) => kind === 'reply')).toMatchObject([
      { message: 'Yes', from: '447700900001' },
      { message: 'Really' },
    ]);
    expect(body.steps.at(-1)).toMatchObject({ kind: 'webhook', webhook: 'inbound-message', status: 200 });
  });
});

test('a webhook whose payload a fault has changed belongs to the same message as before (EMU-6)', async () => {
  const served = await serve();
  const set = { messageuuid: 'x', batchuuid: 'y', destination: 'z' };
  served.emulator.addFault({ webhook: 'delivery-receipt', set });
  const to = '447700900001';
  const { messageUuid, batchUuid } = await sentMessage(served, { to, callback: 'http://127.0.0.1:1/' });
  await served.control('POST /settle');
  expect(await kindsOf(served, messageUuid)).toContain('webhook');
  const { id, payload } = onlyDelivery(served);
  expect(payload).toMatchObject(set);
  expect(await served.read(`/webhooks?q=message:${messageUuid}`)).toMatchObject({ deliveries: [{ id }] });
  expect(await served.read(`/webhooks/${id}`)).toMatchObject({ messageUuid, batchUuid });
  const { body } = await served.control<{ related: unknown[] }>(`GET /related?kind=phone&id=${to}`);
  expect(body.related).toContainEqual(expect.objectContaining({ kind: 'webhook' }));
});

describe('a batch', () => {
  const destinations = ['447700900001', '447700900002', '447700900822', '447700900700'];

  test('is returned with the number of messages in each state', async () => {
    const { api, control, read, accountUuid } = await serve();
    const { body } = await api('POST /batch', { from: 'DEMO', message: 'Hello', destinations });
    await control('POST /settle');
    expect(await read(`/batches/${String(body.identifier)}`)).toMatchObject({
      batchUuid: body.identifier,
      accountUuid,
      pending: false,
      counts: { total: 4, delivered: 2, failed: 1, open: 1 },
    });
  });

  const uuid = '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
  const batch = { uuid, from: 'DEMO', message: 'Hello', destinations };

  /** The calls that the batch is related to. */
  async function requestsOf({ read }: Served) {
    const { related } = await read<{ related: { kind: string; objects: { id: string }[] }[] }>(
      `/related?kind=batch&id=${uuid}`,
    );
    return related.find(({ kind }) => kind === 'request')?.objects.map(({ id }) => id);
  }

  test('is related to the call that created it, not to one that repeated it and was refused (BAT-7)', async () => {
    const served = await serve();
    await served.api('POST /batch', batch);
    expect((await served.api('POST /batch', batch)).status).toBe(409);
    expect(await requestsOf(served)).toEqual(['1']);
  });

  test('is related to the call that created it, even if a fault cut its response (EMU-6)', async () => {
    const served = await serve();
    served.emulator.addFault({ operation: 'batches.send', disconnect: true, when: 'after' });
    await served.api('POST /batch', batch).catch(() => undefined);
    expect(await requestsOf(served)).toEqual(['1']);
  });

  test('is related to the call that created it, not to a delayed one during which it was created (EMU-6)', async () => {
    const served = await serve();
    const fault = served.emulator.addFault({ path: '/message', delay: '200ms', when: 'after' });
    const delayed = sendServed(served);
    await expect.poll(() => fault.hits()).toBe(1);
    await served.api('POST /batch', batch);
    await delayed;
    expect(await requestsOf(served)).toEqual(['1']);
  });

  test('is cancelled without a key as long as it is pending', async () => {
    const { api, control } = await serve();
    const scheduled = { from: 'DEMO', message: 'Hello', destinations, at: '2030-01-01T00:00Z' };
    const { body } = await api('POST /batch', scheduled);
    const call = `/batches/${String(body.identifier)}`;
    expect((await control(`GET ${call}`)).body).toMatchObject({ pending: true });
    expect(await control(`DELETE ${call}`)).toMatchObject({
      status: 200,
      body: { identifier: body.identifier },
    });
    expect((await control(`GET ${call}`)).status).toBe(404);
    const sent = await api('POST /batch', { from: 'DEMO', message: 'Hello', destinations });
    expect((await control(`DELETE /batches/${String(sent.body.identifier)}`)).status).toBe(409);
  });
});

describe('a logged request', () => {
  test('has its headers without credentials, its summary and its error code', async () => {
    const { server, accountKey, control, read } = await serve();
    const message = { to: '447700900001', from: { type: 'custom', value: 'DEMO' }, body: 'x' };
    const post = (body: object) =>
      fetch(`${server.url}/message?key=${accountKey}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'x-trace': '42', authorization: 'Bearer a-very-secret-token', cookie: 'session=secret' },
      });
    await post({ messages: [message, message, message] });
    await post({ messages: [{ ...message, from: { type: 'custom', value: 'OTHER' } }] });
    const { requests } = await read<{ requests: object[] }>('/requests');
    expect(requests).toMatchObject([
      { summary: '3 messages to +447700900001 …', errorCode: null, status: 200 },
      { summary: '1 message to +447700900001', errorCode: 'sender_not_owned' },
    ]);
    const { body } = await control<{ requestHeaders: Record<string, string> }>('GET /requests/1');
    expect(body).toMatchObject({ isWhole: true });
    expect(body.requestHeaders).toMatchObject({ 'x-trace': '42' });
    expect(JSON.stringify(body)).not.toMatch(/secret/);
  });

  test('of messages with a default destination names it (MSG-3)', async () => {
    const { api, read } = await serve();
    const defaults = { to: '447700900001', from: { type: 'custom', value: 'DEMO' } };
    await api('POST /message', { defaults, messages: [{ body: 'x' }, { to: '447700900002', body: 'y' }] });
    const listed = { requests: [{ summary: '2 messages to +447700900001 …' }] };
    expect(await read('/requests')).toMatchObject(listed);
    for (const to of ['447700900001', '447700900002'])
      expect(await read(`/requests?q=to:${to}`)).toMatchObject(listed);
  });

  test('of a long body has a summary and can be found by its destinations', async () => {
    const served = await serve();
    await sendServed(served, { to: '447700900001', body: 'x'.repeat(300_000) });
    expect(await served.read('/requests?q=to:447700900001')).toMatchObject({
      requests: [{ summary: '1 message to +447700900001' }],
    });
    expect(await served.read('/requests?q=to:447700900002')).toMatchObject({ total: 0 });
  });

  test.each([
    'null',
    '[]',
    '{"messages":7}',
    '{"messages":[null]}',
    '{"destinations":[{}]}',
    '{',
    '"x"',
    '{"messages":[{"to":{}}]}',
  ])('with the body %s is listed', async (body) => {
    const { api, control, read } = await serve();
    await api('POST /message', body);
    await api('POST /batch', body);
    expect((await read('/requests')).total).toBe(2);
    expect((await control('GET /requests/1')).status).toBe(200);
  });

  test('is made again with the same key, with the same or another body', async () => {
    const served = await serve();
    await sendServed(served, { body: 'First' });
    const same = await served.control('POST /requests/1/replay');
    expect(same.body).toMatchObject({ id: 2, status: 200, errorCode: null });
    const body = JSON.stringify({ messages: [] });
    expect((await served.control('POST /requests/1/replay', { body })).body).toEqual({
      id: 3,
      status: 400,
      errorCode: 'invalid_request',
      messageUuid: null,
    });
    expect(await served.read('/messages')).toMatchObject({
      messages: [{ body: 'First' }, { body: 'First' }],
    });
    expect((await served.control('POST /requests/9/replay')).status).toBe(404);
  });

  test('is made again with new identifiers, unless the caller asks for the same ones (EMU-8)', async () => {
    const served = await serve();
    const id = '0d9c2b7e-1111-4222-8333-444444444444';
    await sendServed(served, { body: 'First', id });
    const again = await served.control<{ messageUuid: string }>('POST /requests/1/replay');
    expect(again.body).toMatchObject({ status: 200, errorCode: null });
    expect(again.body.messageUuid).not.toBe(id);
    expect((await served.control('POST /requests/1/replay', { ids: 'same' })).body).toMatchObject({
      status: 409,
      errorCode: 'duplicate_id',
      messageUuid: null,
    });
    const query = 'baseUrl=http://127.0.0.1:4010';
    const code = await served.control<{ curl: string }>(`GET /requests/1/code?${query}`);
    expect(code.body.curl).not.toContain(id);
    const same = await served.control<{ curl: string }>(`GET /requests/1/code?${query}&ids=same`);
    expect(same.body.curl).toContain(id);
  });

  test('is found by its status and by the object it is about', async () => {
    const served = await serve();
    const { control, read, api, accountUuid } = served;
    const { batchUuid } = await sentMessage(served);
    await api('GET /nothing');
    await control('POST /faults', { status: 503 });
    await api('GET /batch');
    await control('POST /faults', { disconnect: true });
    await api('GET /batch').catch(() => undefined);
    await api('GET /account');
    const ids = async (q: string) =>
      (await read<{ requests: { id: number }[] }>(`/requests?q=${q}`)).requests.map(({ id }) => id);
    expect(await ids('status:4xx')).toEqual([2]);
    expect(await ids('status:503')).toEqual([3]);
    expect(await ids('status:cut')).toEqual([4]);
    expect(await ids(`about:${batchUuid}`)).toEqual([1]);
    expect(await ids(`about:${accountUuid} status:2xx`)).toContain(1);
    expect((await control('GET /requests?q=status:9')).status).toBe(400);
  });
});

test('a row of the log is located by its identifier', async () => {
  const served = await serve();
  for (let index = 0; index < 4; index++) await sendServed(served);
  const positionOf = async (query: string) => (await served.read(`/requests?${query}`)).position;
  expect(await positionOf('offset=0&limit=1&locate=3')).toBe(2);
  expect(await positionOf('offset=0&locate=x')).toBeNull();
  expect(await positionOf('offset=0')).toBeUndefined();
});
