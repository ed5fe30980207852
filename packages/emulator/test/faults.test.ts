import { createEmulator, type Emulator } from '@messaging-service/emulator';
import { api, batch, message, START, test } from '@messaging-service/test-support';
import { describe, expect, vi } from 'vitest';

const ONE = { messages: [message()] };

/** The raw response to a call, or `cut` when there is none. */
async function raw(emulator: Emulator, path = '/batch', init: RequestInit = {}): Promise<Response | 'cut'> {
  const key = path.startsWith('/account') ? emulator.organization.apiKey : emulator.account.apiKey;
  try {
    return await emulator.fetch(`${emulator.baseUrl}${path}?key=${key}`, init);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return 'cut';
  }
}

async function status(emulator: Emulator, path?: string, init?: RequestInit): Promise<number | 'cut'> {
  const answer = await raw(emulator, path, init);
  return answer === 'cut' ? answer : answer.status;
}

describe('the response of a fault (EMU-6)', () => {
  test('a status alone is the response, and nothing is processed', async ({ emulator }) => {
    emulator.addFault({ status: 503 });
    const before = emulator.snapshot();
    expect(await status(emulator, '/message', { method: 'POST', body: JSON.stringify(ONE) })).toBe(503);
    expect(emulator.snapshot()).toEqual(before);
    await api.sendOne(emulator);
  });

  test('it has the error body of the service, so that only the status is unusual', async ({ emulator }) => {
    emulator.addFault({ status: 500 });
    expect(await api.call(emulator, 'GET /batch')).toEqual({
      status: 500,
      body: { error: { code: 'fault', message: expect.any(String) as string } },
    });
  });

  test('an outage that processes nothing says so with a code of the service; one after processing does not (ERR-2)', async ({
    emulator,
  }) => {
    emulator.addFault({ status: 503 });
    emulator.addFault({ status: 503, when: 'after' });
    const codes = [await api.call(emulator, 'GET /batch'), await api.call(emulator, 'GET /batch')].map(
      ({ body }) => (body as { error: { code: string } }).error.code,
    );
    expect(codes).toEqual(['service_unavailable', 'fault']);
  });

  test('a body of text is returned unchanged, so that it can be malformed', async ({ emulator }) => {
    emulator.addFault({ body: '{"batches":[' });
    const answer = (await raw(emulator)) as Response;
    expect([answer.status, await answer.text()]).toEqual([200, '{"batches":[']);
    await expect(api.pending(emulator)).resolves.toEqual([]);
  });

  test.each([[{ batches: 'none' }], [[]], [null], [7], [false]])(
    'the body %j is returned as JSON',
    async (body) => {
      const emulator = createEmulator({ now: START });
      emulator.addFault({ status: 202, body });
      expect(await api.call(emulator, 'GET /batch')).toEqual({ status: 202, body });
    },
  );

  test('headers replace the usual ones', async ({ emulator }) => {
    emulator.addFault({
      status: 429,
      headers: { 'Retry-After': '7', 'Content-Type': 'text/plain' },
      body: 'Slow down',
    });
    const answer = (await raw(emulator)) as Response;
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('content-type')]).toEqual([
      429,
      '7',
      'text/plain',
    ]);
  });

  test.each([204, 304])('a status %d without a body is possible, too', async (code) => {
    const emulator = createEmulator({ now: START });
    emulator.addFault({ status: code });
    const answer = (await raw(emulator)) as Response;
    expect([answer.status, await answer.text()]).toEqual([code, '']);
  });

  test('a disconnect fails as a lost connection does', async ({ emulator }) => {
    emulator.addFault({ disconnect: true });
    const before = emulator.snapshot();
    expect(await status(emulator, '/message', { method: 'POST', body: JSON.stringify(ONE) })).toBe('cut');
    expect(emulator.snapshot()).toEqual(before);
  });

  test.for([undefined, 'before'] as const)(
    'a delay alone (when: %s) delays the call, in real time',
    async (when, { emulator }) => {
      emulator.addFault({ delay: '2s', ...(when && { when }) });
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const returned = vi.fn<() => void>();
      const sent = api.sendOne(emulator).then(returned);
      await vi.advanceTimersByTimeAsync(1_999);
      expect(returned).not.toHaveBeenCalled();
      expect(emulator.messages()).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      await sent;
      expect(emulator.messages()).toHaveLength(1);
      expect(emulator.clock.now().toISOString()).toBe(START);
    },
  );

  test('a delay beyond the limit of timers does not end immediately', async () => {
    vi.useFakeTimers();
    const emulator = createEmulator({ now: START });
    emulator.addFault({ delay: 2 ** 40 });
    const answered = vi.fn<() => void>();
    void api.sendOne(emulator).then(() => answered());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answered).not.toHaveBeenCalled();
  });
});

describe('when a fault takes effect (EMU-6)', () => {
  test('after, with a disconnect: the call that makes clients send twice is processed', async ({
    emulator,
  }) => {
    emulator.addFault({ when: 'after', disconnect: true, method: 'POST' });
    const post = {
      method: 'POST',
      body: JSON.stringify({ messages: [message({ id: '00000000-aaaa-bbbb-cccc-000000000001' })] }),
    };
    expect(await status(emulator, '/message', post)).toBe('cut');
    expect(await status(emulator, '/message', post)).toBe(409);
    expect((await api.account(emulator)).credits).toBe(999);
  });

  test('after, with a delay: the call is processed immediately, and a caller that waits for the response times out', async ({
    emulator,
  }) => {
    emulator.addFault({ when: 'after', delay: '1h' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answered = api.sendOne(emulator);
    expect(emulator.messages()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3_600_000);
    await answered;
    expect(emulator.messages()).toHaveLength(1);
  });

  test('after, with headers alone: the response of the service with other headers', async ({ emulator }) => {
    emulator.addFault({ when: 'after', headers: { 'x-request-id': '7' } });
    const answer = (await raw(emulator)) as Response;
    expect(answer.headers.get('x-request-id')).toBe('7');
    expect(await answer.json()).toEqual({ batches: [] });
  });
});

describe('the calls that a fault applies to (EMU-6)', () => {
  test('one call, unless times says more', async ({ emulator }) => {
    emulator.addFault({ status: 500 });
    emulator.addFault({ status: 502, times: 2 });
    const statuses = [];
    for (let index = 0; index < 5; index++) statuses.push(await status(emulator));
    expect(statuses).toEqual([500, 502, 502, 200, 200]);
  });

  test('its method, in any case of letters', async ({ emulator }) => {
    emulator.addFault({ method: 'post', status: 500, times: 9 });
    expect(await status(emulator, '/batch')).toBe(200);
    expect(await status(emulator, '/batch', { method: 'POST', body: JSON.stringify(batch()) })).toBe(500);
  });

  test.each([
    ['/batch', ['/batch'], ['/batches', '/account', '/batch/x']],
    ['/batch/*', ['/batch/11111111-2222-3333-4444-555555555555'], ['/batch', '/account']],
    ['*', ['/batch', '/account'], ['/nowhere']],
  ])('the path %j applies to %j and not to %j', async (path, applies, other) => {
    const emulator = createEmulator({ now: START });
    const fault = emulator.addFault({ path, status: 599, times: 99 });
    for (const hit of applies) expect(await status(emulator, hit)).toBe(599);
    for (const miss of other) expect(await status(emulator, miss)).not.toBe(599);
    fault.remove();
    expect(await status(emulator)).toBe(200);
  });

  test('the first that matches, in order of creation', async ({ emulator }) => {
    emulator.addFault({ path: '/account', status: 501 });
    emulator.addFault({ status: 502, times: 2 });
    emulator.addFault({ status: 503 });
    const statuses = [];
    for (const path of ['/batch', '/account', '/account', '/account', '/batch'])
      statuses.push(await status(emulator, path));
    expect(statuses).toEqual([502, 501, 502, 503, 200]);
  });

  test('the public API only: the methods of the emulator still work', async ({ emulator }) => {
    emulator.addFault({ status: 500, times: 2 });
    emulator.registerSender(emulator.account.identifier, 'SHOP');
    expect(emulator.handset('447700900001').reply('x', { to: 'SHOP' }).to).toBe('SHOP');
    expect(await status(emulator)).toBe(500);
  });

  test('also calls that would be refused without it', async ({ emulator }) => {
    emulator.addFault({ status: 500 });
    expect((await api.call(emulator, 'GET /batch', { key: 'unknown' })).status).toBe(500);
  });
});

test.each([
  'GET /favicon.ico',
  'GET /robots.txt',
  'GET /',
  'OPTIONS /message',
  'GET /message',
  'HEAD /message',
  'GET /batch/a/b',
  'POST /_emulator/reset',
])('%s is not a call of an operation, and does not use up a fault (EMU-6)', async (call) => {
  const emulator = createEmulator();
  emulator.addFault({ status: 503 });
  const [method, path] = call.split(' ') as [string, string];
  await emulator.fetch(`${emulator.baseUrl}${path}`, { method });
  const url = `${emulator.baseUrl}/batch?key=${emulator.account.apiKey}`;
  expect((await emulator.fetch(url, { method: 'HEAD' })).status).toBe(503);
  expect((await emulator.fetch(url)).status).toBe(200);
});
