import { networkInterfaces } from 'node:os';
import { createEmulator, type Emulator, type EmulatorOptions } from '@messaging-service/emulator';
import type { ListenOptions } from '@messaging-service/emulator/node';
import {
  api,
  createFetchReceiver,
  openReceiver,
  paidBelow,
  type Served,
  START,
  sendServed,
  serve,
  test,
} from '@messaging-service/test-support';
import { expect, onTestFinished } from 'vitest';
import { bare } from './raw.ts';

const REFUSED = 'refused: the URL is that of an emulator, which does not receive webhooks';

/** Sends a message with a callback, lets an hour pass, and lists the webhooks. */
async function deliver(served: Served, callback: string) {
  const { status } = await sendServed(served, { to: '447700900123', callback });
  expect(status).toBe(200);
  await served.emulator.clock.advance('1h');
  return served.emulator.webhooks();
}

/** Expects that a webhook to a URL is refused once, without a response, and changes nothing. */
async function expectRefused(served: Served, callback: string): Promise<void> {
  const webhooks = await deliver(served, callback);
  expect(served.emulator.messages()).toHaveLength(1);
  expect(webhooks).toMatchObject([{ state: 'exhausted', attempts: [{ status: null, error: REFUSED }] }]);
}

/** A served emulator whose own `fetch` for webhooks counts the requests that leave it. */
async function counting(listenOptions: ListenOptions = {}, options: EmulatorOptions = {}) {
  const { fetch, received } = createFetchReceiver();
  const served = await serve({ webhooks: { fetch }, ...options }, listenOptions);
  return { served, received, port: new URL(served.server.url).port };
}

test.each([
  '127.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'emulator.localhost',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '0.0.0.0',
  '0',
  '[::]',
  '１２７.０.０.１',
  'user:password@127.0.0.1',
])('no webhook goes to the server at %s (EMU-10)', async (host) => {
  const { served, received, port } = await counting();
  await expectRefused(served, `http://${host}:${port}/_emulator/reset`);
  expect(received).toEqual([]);
});

test.each([
  '/_emulator/reset',
  '/x/../_emulator/reset',
  '/%2e%2e/_emulator/reset',
  '/%5femulator/reset',
  '//_emulator/reset',
  '/_EMULATOR/reset',
  '/_emulator/sandboxes/sandbox-1/reset',
  '/message?key=decade00decade00decade00decade00',
  '/',
  '',
])('no webhook goes to the path %s of the server', async (path) => {
  const { served, received, port } = await counting();
  await expectRefused(served, `http://127.0.0.1:${port}${path}`);
  expect(received).toEqual([]);
});

test('on all addresses, no webhook is sent to any address of the machine', async () => {
  const interfaces = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const own = interfaces
    .filter(({ scopeid }) => (scopeid ?? 0) === 0)
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
  expect(own).not.toEqual([]);
  for (const host of [...own, '127.9.9.9', '[::1]', '0.0.0.0', 'x.localhost', 'emulator']) {
    const { served, received, port } = await counting({ host: '0.0.0.0', allowedHosts: ['emulator'] });
    await expectRefused(served, `http://${host}:${port}/_emulator/reset`);
    expect(received, host).toEqual([]);
  }
});

test('other ports and other machines get theirs', async () => {
  const { served, received, port } = await counting();
  const other = Number(port) === 65_535 ? 65_534 : Number(port) + 1;
  const urls = [
    `http://127.0.0.1:${other}/_emulator/reset`,
    `http://127.0.0.2:${port}/`,
    `http://app.example:${port}/_emulator/reset`,
    'http://localhost/_emulator/reset',
    'https://127.0.0.1/',
  ];
  for (const callback of urls) await sendServed(served, { to: '447700900123', callback });
  await served.control('POST /settle');
  expect(received.map(({ url }) => url)).toEqual(urls);
});

test('the same applies to inbound messages and credit notifications', async () => {
  const { served, received } = await counting();
  const url = `${served.server.url}/_emulator/reset`;
  const { accountUuid } = served;
  await served.api(`PATCH /account/${accountUuid}`, { mo: { mo_webhook_url: url } });
  await served.control(`POST /accounts/${accountUuid}/notifications`, paidBelow(1_000, url));
  await sendServed(served);
  await served.control('POST /inbound', { from: '447700900123', to: 'DEMO', message: 'YES' });
  await served.emulator.clock.advance('1h');
  const deliveries = served.emulator.webhooks();
  expect(deliveries.map(({ attempts }) => attempts.map(({ error }) => error))).toEqual([
    [REFUSED],
    [REFUSED],
  ]);
  expect(received).toEqual([]);
});

test('the same applies to a sandbox and to another emulator of the process', async () => {
  const served = await serve();
  const callback = `${served.server.url}/_emulator/reset`;
  const emulator: Emulator = createEmulator({ now: START });
  await api.sendOne(emulator, { callback });
  await emulator.clock.advance('1h');
  expect(emulator.webhooks()).toMatchObject([{ state: 'exhausted', attempts: [{ error: REFUSED }] }]);

  const sandbox = served.emulator.sandbox();
  await api.sendOne(sandbox, { callback });
  await sandbox.settle();
  expect(sandbox.webhooks()).toMatchObject([{ state: 'exhausted', attempts: [{ error: REFUSED }] }]);
});

test('the server recognizes a webhook that reached it under an unknown name', async () => {
  // A resolver with changing results does this, or a line in /etc/hosts.
  const rebinding: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    url.hostname = '127.0.0.1';
    return fetch(url, init);
  };
  const served = await serve({ webhooks: { fetch: rebinding } });
  const { port } = new URL(served.server.url);
  for (const path of ['/_emulator/reset', '/x/../%5femulator/reset', '/message?key=decade00'])
    await sendServed(served, { to: '447700900123', callback: `http://rebound.example:${port}${path}` });
  await served.emulator.clock.advance('1h');
  const deliveries = served.emulator.webhooks();
  expect(deliveries).toHaveLength(3);
  for (const { state, attempts } of deliveries)
    expect([state, ...attempts]).toMatchObject(['exhausted', { status: null, error: REFUSED }]);
  expect(served.emulator.messages()).toHaveLength(3);
});

test('a redirect to the server is not followed; where `webhooks.fetch` follows it, the server refuses', async () => {
  let target = '';
  await using redirecting = await openReceiver((response) => {
    response.writeHead(307, { location: target }).end();
  });
  const callback = `${redirecting.url}/moved`;
  const plain = await serve();
  target = `${plain.server.url}/_emulator/reset`;
  const deliveries = await deliver(plain, callback);
  expect(plain.emulator.messages()).toHaveLength(1);
  expect(deliveries[0]?.attempts.map(({ status }) => status)).toEqual([307, 307, 307, 307, 307, 307]);

  const following = await serve({
    webhooks: { fetch: (input, init) => fetch(input, { ...init, redirect: 'follow' }) },
  });
  target = `${following.server.url}/_emulator/reset`;
  await expectRefused(following, callback);
});

test('the mark of a webhook is refused on every path, and says why', async () => {
  const served = await serve();
  for (const call of ['POST /_emulator/reset', 'POST /message', 'GET /_emulator/']) {
    const response = await bare(served, call, { Host: 'localhost', 'messaging-emulator-webhook': 'x' });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('An emulator does not receive webhooks');
  }
});

test('an emulator without a server sends the same headers as before, and the history does not contain the mark', async ({
  emulator,
  received,
}) => {
  onTestFinished(() => emulator.close());
  await api.sendOne(emulator, { callback: 'http://127.0.0.1:4010/_emulator/reset' });
  await emulator.clock.settle();
  expect(received.map(({ headers }) => headers.has('messaging-emulator-webhook'))).toEqual([false]);

  const { served, received: marked } = await counting();
  const deliveries = await deliver(served, 'http://app.example/');
  expect(marked.map(({ headers }) => headers.has('messaging-emulator-webhook'))).toEqual([true]);
  expect(deliveries[0]?.attempts[0]?.headers).toEqual(emulator.webhooks()[0]?.attempts[0]?.headers);
});

test('once a server is closed, webhooks to its address are sent like any others', async ({
  emulator,
  received,
}) => {
  onTestFinished(() => emulator.close());
  const { listen } = await import('@messaging-service/emulator/node');
  const server = await listen(emulator);
  await server.close();
  await api.sendOne(emulator, { callback: `${server.url}/` });
  await emulator.clock.settle();
  expect(received).toHaveLength(1);
});
