import { createEmulator } from '@messaging-service/emulator';
import { api, batch, message, START } from '@messaging-service/test-support';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

const emulator = createEmulator({ now: START, baseUrl: 'https://sms.example.test/v1' });
const webhooks: unknown[] = [];
const server = setupServer(
  ...emulator.handlers,
  http.post('https://shop.example/receipts', async ({ request }) => {
    webhooks.push(await request.json());
    return HttpResponse.text('thank you');
  }),
  http.get('https://shop.example/', () => HttpResponse.text('the shop')),
);
const { apiKey } = emulator.account;

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
  emulator.reset();
  webhooks.length = 0;
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${emulator.baseUrl}${path}?key=${apiKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('the real fetch reaches the emulator (EMU-15)', async () => {
  const answer = await post('/message', { messages: [message()] });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toMatchObject({ messages: [{ to: '447700900001', scheduled: false }] });
  expect(emulator.messages()).toHaveLength(1);
});

test('webhooks are sent with the real fetch, so that handlers of the test receive them (EMU-15)', async () => {
  await post('/batch', batch({ callback: 'https://shop.example/receipts' }));
  await emulator.clock.settle();
  expect(webhooks).toMatchObject([{ destination: '+447700900001' }, { destination: '+447700900002' }]);
  expect(emulator.webhooks({ state: 'succeeded' })).toHaveLength(2);
});

test('refusals have their status and body, and their length (ERR-1, ERR-2)', async () => {
  const answer = await post('/message', { messages: [] });
  expect(answer.status).toBe(400);
  const text = await answer.text();
  expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  expect(JSON.parse(text)).toMatchObject({
    error: { code: 'invalid_request', issues: [{ path: 'messages' }] },
  });
});

test('every method passes: PATCH, DELETE and GET with their queries (API-2)', async () => {
  await api.edit(emulator, { schedule: '0 0 * * *' });
  const organization = `${emulator.baseUrl}/account?key=${emulator.organization.apiKey}`;
  expect(await (await fetch(organization)).json()).toMatchObject({ accounts: [{ schedule: '0 0 * * *' }] });
  const account = `${emulator.baseUrl}/account/${emulator.account.identifier}?key=${emulator.organization.apiKey}`;
  const patched = await fetch(account, { method: 'PATCH', body: '{"topup":5}' });
  expect(await patched.json()).toEqual({ status: 'success' });
  expect((await fetch(account, { method: 'DELETE' })).status).toBe(200);
});

test('other hosts, other prefixes and longer names are left to other handlers (EMU-15)', async () => {
  expect(await (await fetch('https://shop.example/')).text()).toBe('the shop');
  server.use(
    http.all('https://sms.example.test/v1beta/message', () => HttpResponse.text('beta')),
    http.all('https://sms.example.test.evil.example/*', () => HttpResponse.text('evil')),
    http.all('https://sms.example.test/*', () => HttpResponse.text('outside')),
  );
  for (const [url, text] of [
    ['https://sms.example.test/v1beta/message', 'beta'],
    ['https://sms.example.test.evil.example/v1/message', 'evil'],
    ['https://sms.example.test/v2/message', 'outside'],
  ] as const) {
    expect(await (await fetch(url)).text()).toBe(text);
  }
});

test('a disconnect is a failed fetch, a status is that status (EMU-6)', async () => {
  emulator.addFault({ disconnect: true });
  emulator.addFault({ status: 502, body: '<html>' });
  await expect(post('/message', { messages: [message()] })).rejects.toThrow(TypeError);
  const answer = await post('/message', { messages: [message()] });
  expect([answer.status, await answer.text()]).toEqual([502, '<html>']);
  expect(emulator.messages()).toEqual([]);
});
