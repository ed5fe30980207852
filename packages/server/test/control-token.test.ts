import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { request, sendServed, serve } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const TOKEN = 'token-for-tests';

/** The status of a call with these headers. */
async function status(url: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const response = await fetch(url, { ...init, headers });
  await response.body?.cancel();
  return response.status;
}

test('with a control token, calls of the control API without it are 401, public calls are not (EMU-22)', async () => {
  const served = await serve({}, { controlToken: TOKEN });
  const { url } = served.server;
  expect(await sendServed(served)).toMatchObject({ status: 200 });
  for (const call of [
    'GET /_emulator/clock',
    'POST /_emulator/reset',
    'GET /_emulator/snapshot',
    'GET /_emulator/sandboxes',
    'PUT /_emulator/snapshot',
  ])
    expect(await request(url, call)).toMatchObject({ status: 401, body: { error: { code: 'invalid_key' } } });
  const authorization = `Bearer ${TOKEN}`;
  expect(await status(`${url}/_emulator/health`, { authorization })).toBe(200);
  expect(await status(`${url}/_emulator/reset`, { authorization }, { method: 'POST' })).toBe(200);
});

test.each(['Bearer wrong', `Basic ${TOKEN}`, TOKEN, `Bearer ${TOKEN}x`, 'Bearer'])(
  'the header %j is refused (EMU-22)',
  async (authorization) => {
    const { server } = await serve({}, { controlToken: TOKEN });
    const response = await fetch(`${server.url}/_emulator/clock`, { headers: { authorization } });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await response.text()).not.toContain(TOKEN);
  },
);

test('streams and downloads take the token from the query, other calls do not (EMU-22)', async () => {
  const { server } = await serve({}, { controlToken: TOKEN });
  const control = `${server.url}/_emulator`;
  expect(await status(`${control}/events?token=${TOKEN}`)).toBe(200);
  expect(await status(`${control}/snapshot?token=${TOKEN}`)).toBe(200);
  expect(await status(`${control}/events?token=wrong-token`)).toBe(401);
  expect(await status(`${control}/clock?token=${TOKEN}`)).toBe(401);
  expect(await status(`${control}/snapshot?token=${TOKEN}`, {}, { method: 'PUT', body: '{}' })).toBe(401);
});

test('a server without a token ignores a token in the query, as it ignores one in the header (EMU-22)', async () => {
  const { server } = await serve();
  const control = `${server.url}/_emulator`;
  expect(await status(`${control}/snapshot?token=${TOKEN}`)).toBe(200);
  expect(await status(`${control}/clock?token=${TOKEN}`)).toBe(400);
});

test('the page of the inspector loads without the token, because it contains no data (EMU-22)', async () => {
  const { server } = await serve({}, { controlToken: TOKEN });
  expect(await status(server.inspectorUrl)).toBe(200);
});

test('a sandbox needs the token, because it has API keys; only its page does not (EMU-22)', async () => {
  const { emulator, server } = await serve({}, { controlToken: TOKEN });
  const authorization = `Bearer ${TOKEN}`;
  const created = await fetch(`${server.url}/_emulator/sandboxes`, {
    method: 'POST',
    headers: { authorization },
  });
  const { controlUrl, account } = (await created.json()) as {
    readonly controlUrl: string;
    readonly account: typeof emulator.account;
  };
  const response = await fetch(controlUrl);
  expect(response.status).toBe(401);
  expect(await response.text()).not.toContain(account.apiKey);
  expect(await status(controlUrl, { authorization })).toBe(200);
  expect(await status(`${controlUrl}/`)).toBe(200);
});

test.each(['', 'short', 'two words', 'tökentöken', 'line\nbreak'])(
  'a server does not start with the control token %j, which a header cannot carry (EMU-22)',
  async (controlToken) => {
    await expect(listen(createEmulator(), { controlToken })).rejects.toThrow(
      'controlToken must be at least 8 letters, digits or any of . _ ~ + / = -',
    );
  },
);

test('the calls of the guides work with the header, and the health without it (EMU-22)', async () => {
  const { server } = await serve({}, { controlToken: TOKEN });
  const control = `${server.url}/_emulator`;
  const authorization = `Bearer ${TOKEN}`;
  expect(await status(`${control}/health`)).toBe(200);
  const calls: [path: string, body?: object][] = [
    ['/clock'],
    ['/clock/advance', { by: '10m' }],
    ['/inbound', { from: '447700900123', to: 'DEMO', message: 'Yes' }],
    ['/faults', { status: 503 }],
    ['/messages?to=447700900123'],
    ['/sandboxes', {}],
  ];
  for (const [path, body] of calls) {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    expect(await status(`${control}${path}`, {}, init), path).toBe(401);
    expect(await status(`${control}${path}`, { authorization }, init), path).toBeLessThan(300);
  }
});
