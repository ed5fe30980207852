import { START, sendServed, serve } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';

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

test('GET /digest reports facts, requests, faults, sandboxes and moves of the clock', async () => {
  const served = await serve();
  const digest = () => served.read('/digest');
  expect(await digest()).toEqual({
    now: START,
    mode: 'virtual',
    seq: expect.any(Number),
    requests: 0,
    faults: 0,
    sandboxes: 0,
    advancing: false,
  });
  await sendServed(served);
  await served.control('POST /faults', { status: 500 });
  await served.control('POST /sandboxes');
  await served.control('POST /clock/advance', { by: '1m' });
  expect(await digest()).toMatchObject({
    now: '2026-03-01T09:01:00.000Z',
    requests: 1,
    faults: 1,
    sandboxes: 1,
  });
});
