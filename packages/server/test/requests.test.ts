import { START, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

const NUMBER = '447700900123';

describe('the log of requests', () => {
  interface Logged {
    requests: { id: number; method: string; url: string; status: number | null }[];
    total: number;
  }

  test('has the calls of the public API with their bodies, and no key in full', async () => {
    const served = await serve();
    const { read, api, accountKey, organizationKey, accountUuid } = served;
    await sendServed(served);
    await api('POST /account', { name: 'New' });
    await api(`PATCH /account/${accountUuid}`, { mo: { mo_webhook_secret: 'a very secret text' } });
    await api(`GET /batch?k%65y=${accountKey}`, undefined, '');
    const { requests, total } = await read<Logged>('/requests');
    expect(total).toBe(4);
    expect(requests[0]).toEqual({
      id: 1,
      at: START,
      method: 'POST',
      url: `/message?key=****${accountKey.slice(-4)}`,
      status: 200,
      fault: null,
      errorCode: null,
      summary: '1 message to +447700900700',
      tookMs: expect.any(Number),
    });
    const all = await Promise.all(requests.map(({ id }) => read<object>(`/requests/${id}`)));
    expect(all[0]).toMatchObject({
      requestBody: expect.stringContaining('482913'),
      responseBody: expect.stringContaining('messageUuid'),
    });
    expect(all[1]).toMatchObject({ responseBody: expect.stringMatching(/"apiKey":"\*\*\*\*[0-9a-f]{4}"/) });
    const text = JSON.stringify(all);
    for (const secret of [accountKey, organizationKey, 'a very secret text'])
      expect(text).not.toContain(secret);
  });

  const SECRET = 'a very secret text';

  test.each([
    `{"mo":{"mo_webhook_secre\\u0074":"${SECRET}"}}`,
    `{"mo":{"mo_webhook_secret":"x","mo_webhook_secret" : "${SECRET}"}}`,
    `{"a":[{"b":{"\\u0061piKey":"${SECRET}"}}]}`,
    `{"mo":{"mo_webhook_secret":"\\"${SECRET}"}}`,
    `{"mo":{"mo_webhook_secret":["x",{"y":"${SECRET}"}]}}`,
    `{"mo":{"mo_webhook_secret":"${SECRET}`,
    `{"mo":{"mo_webhook_secret":"${SECRET}\\`,
    `{mo_webhook_secret:"${SECRET}"}`,
    `{'mo_webhook_secret':'${SECRET}'}`,
    `{" "mo_webhook_secret":"${SECRET}"}`,
    `{" "mo_webhook_secre\\u0074":"${SECRET}"}`,
    `{"name":"x"},{"mo":{"mo_webhook_secret":"${SECRET}"}}`,
  ])('has no secret of %s', async (body) => {
    const { api, read, accountUuid } = await serve();
    await api(`PATCH /account/${accountUuid}`, body);
    const logged = await read('/requests/1');
    expect(logged).toMatchObject({ requestBody: expect.stringMatching(/\*\*\*\*|redacted/) as string });
    expect(JSON.stringify(logged)).not.toContain('very secret');
    expect((await read('/requests?q=very%20secret')).total).toBe(0);
  });

  test('shows texts that are not secret unchanged', async () => {
    const { api, read } = await serve();
    const [plain, members] = ['{ "message": "my apiKey \\u0041" }', { message: 'x', n: [1e5, true, null] }];
    await api('POST /batch', plain);
    await api('POST /batch', { ...members, apiKey: '0123456789abcdef' });
    const bodyOf = async (id: number) => (await read(`/requests/${id}`)).requestBody;
    expect(await bodyOf(1)).toBe(plain);
    expect(JSON.parse((await bodyOf(2)) as string)).toEqual({ ...members, apiKey: '****cdef' });
  });

  test('is searched with large secrets and large bodies in it, and shows the beginning of those', async () => {
    const served = await serve();
    const { api, read, accountUuid } = served;
    const secret = '\\"x'.repeat(3 * 1024 * 1024);
    await api(`PATCH /account/${accountUuid}`, `{"mo":{"mo_webhook_secret":"${secret}"}}`);
    await sendServed(served, { body: `Needle ${'y'.repeat(200_000)}` });
    expect(await read('/requests?q=needle')).toMatchObject({ total: 1 });
    expect(await read('/requests?q=nothing-like-this')).toMatchObject({ total: 0 });
    const { requestBody } = await read<{ requestBody: string }>('/requests/2');
    expect(requestBody).toMatch(/… \(\d+ more characters\)$/);
    expect(requestBody.length).toBeLessThan(101_000);
  });

  test('says when a fault cut the connection, and is searched', async () => {
    const served = await serve();
    await served.control('POST /faults', { disconnect: true });
    await expect(sendServed(served)).rejects.toThrow('fetch failed');
    await sendServed(served, { body: 'Needle' });
    expect((await served.read<Logged>('/requests')).requests).toMatchObject([
      { status: null },
      { status: 200 },
    ]);
    expect(await served.read('/requests?q=needle')).toMatchObject({ requests: [{ id: 2 }], total: 1 });
    expect((await served.control('GET /requests/99')).status).toBe(404);
  });

  test('keeps the latest thousand, is empty after a reset, and continues its numbers', async () => {
    const served = await serve();
    for (let index = 0; index < 1_005; index++) await served.api('GET /batch');
    const path = 'GET /requests?limit=1000';
    const { requests, total } = (await served.control<Logged>(path)).body;
    expect([total, requests[0]?.id, requests.at(-1)?.id]).toEqual([1_000, 6, 1_005]);
    expect((await served.control(path)).body).toMatchObject({ dropped: 5 });
    expect(await served.read('/requests?q=batch')).not.toHaveProperty('dropped');
    await served.control('POST /reset');
    expect((await served.control<Logged>(path)).body.total).toBe(0);
    await served.api('GET /batch');
    expect((await served.control<Logged>(path)).body.requests[0]?.id).toBe(1_006);
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
    await sendServed(served);
    const batchUuid = served.emulator.messages()[0]?.batchUuid;
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

test('the search for requests finds calls by number, error code, receipt code, account and time', async () => {
  const served = await serve();
  await sendServed(served, { to: NUMBER });
  await served.control('POST /clock/advance', { by: '1h' });
  await sendServed(served, { to: '447700900822' });
  await sendServed(served, { to: NUMBER, from: { type: 'custom', value: 'OTHER' } });
  await served.api('GET /account');
  await served.control('POST /settle');
  const ids = async (q: string) => {
    const { body } = await served.control<{ requests: { id: number }[] }>(
      `GET /requests?q=${encodeURIComponent(q)}`,
    );
    return body.requests.map(({ id }) => id);
  };
  const { now } = await served.read<{ now: string }>('/clock');
  expect(await ids('to:+44 7700 900123')).toEqual([1, 3]);
  expect(await ids('+44 7700 900123')).toEqual([1, 3]);
  expect(await ids('code:sender_not_owned')).toEqual([3]);
  expect(await ids('code:22')).toEqual([2]);
  expect(await ids(`account:${served.accountUuid}`)).toEqual([1, 2, 3]);
  expect(await ids(`after:${now} status:200`)).toEqual([2, 4]);
  expect(await ids(`before:${now}`)).toEqual([1]);
});

test('GET /requests: the filter "to" of a search finds a number, and a refused text as a whole', async () => {
  const served = await serve();
  await sendServed(served, { to: '447700900001' });
  await sendServed(served, { to: 'nobody' });
  const found = (q: string) => served.read(`/requests?q=${encodeURIComponent(q)}`);
  expect(await found('to:+44 7700 900001')).toMatchObject({ requests: [{ id: 1 }], total: 1 });
  expect(await found('to:Nobody')).toMatchObject({ requests: [{ id: 2 }], total: 1 });
  expect(await found('to:no')).toMatchObject({ total: 0 });
});
