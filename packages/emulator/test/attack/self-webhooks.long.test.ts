import { hostname } from 'node:os';
import { messageRequest, openReceiver } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ServerProcess, sharedServer, storedBodies } from './server-process.ts';

/** Spellings of the loopback address, as a URL may have them. */
const HOSTS = [
  '127.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.2',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:0]',
  '[::127.0.0.1]',
  '\uff11\uff12\uff17.0.0.1',
  '127\u30020\u30020\u30021',
  '\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3',
  '%6c%6f%63alhost',
  'shop.localhost',
  'user:password@127.0.0.1',
  'evil.example@localhost',
  'ip6-localhost',
  hostname(),
];

/** Spellings of a path of the control API. `/x/..` and control characters are removed when the URL is read. */
const PATHS = [
  '/_emulator/reset',
  '/_emulator/reset?x=1',
  '/_emulator/reset#x',
  '/x/../_emulator/reset',
  '/x/%2e%2e/_emulator/reset',
  '/./_emulator/reset',
  '/_emul\tator/reset',
  '/_emu\nlator/reset',
  '\\_emulator\\reset',
  '/%5femulator/reset',
  '/%5Femulator/%72eset',
  '//_emulator/reset',
  '/_emulator//reset',
  '/_emulator/./reset',
  '/_EMULATOR/reset',
  '/_emulator/reset/',
  '/_emulator;x/reset',
];

/** Makes the server send the attempts that are due, and the retries. */
async function runWebhooks(server: ServerProcess): Promise<void> {
  await server.control('POST /settle');
  await server.control('POST /clock/advance', { by: '2h' });
}

/** The message that a reset would remove. */
async function sendCanary(server: ServerProcess): Promise<void> {
  expect((await server.api('POST /message', messageRequest({ body: 'canary' }))).status).toBe(200);
}

describe.each([
  ['127.0.0.1', []],
  ['0.0.0.0', ['--host', '0.0.0.0']],
  ['::', ['--host', '::']],
])('a server that listens on %s sends no webhook to its own control API', (_, args) => {
  const server = sharedServer({ args, config: { webhooks: { timeout: '2s' } } });

  /** The status that refuses the URL, otherwise the result of the attempts at its receipt. */
  async function sendTo(url: string): Promise<void> {
    await server().api('POST /message', messageRequest({ to: '447700900001', callback: url }));
    await runWebhooks(server());
  }

  test.each(HOSTS)('at the host %s', async (host) => {
    await sendCanary(server());
    await sendTo(`http://${host}:${server().port}/_emulator/reset`);
    expect(await storedBodies(server())).toContain('canary');
  });

  test.each(PATHS)('at the path %j', async (path) => {
    await sendCanary(server());
    await sendTo(`http://127.0.0.1:${server().port}${path}`);
    expect(await storedBodies(server())).toContain('canary');
  });
});

describe('whatever the webhook is about', () => {
  const server = sharedServer({ config: { webhooks: { timeout: '2s' } } });
  const target = () => `http://127.0.0.1:${server().port}/_emulator/reset`;

  test('an inbound message', async () => {
    await sendCanary(server());
    const path = `PATCH /account/${server().accountUuid}`;
    await server().api(path, { mo: { mo_webhook_url: target() } }, server().organizationKey);
    await server().control('POST /inbound', { from: '447700900001', to: 'DEMO', message: 'hello' });
    await runWebhooks(server());
    expect(await storedBodies(server())).toEqual(['canary']);
  });

  test('a credit notification', async () => {
    await server().control(`POST /accounts/${server().accountUuid}/notifications`, {
      url: target(),
      threshold_type: 'paid_fixed_number',
      threshold_value: 1000,
    });
    await sendCanary(server());
    await runWebhooks(server());
    expect(await storedBodies(server())).toEqual(['canary']);
  });

  test('the receipts of a batch', async () => {
    await sendCanary(server());
    const batch = {
      from: 'DEMO',
      message: 'many',
      destinations: ['447700900001', '447700900002'],
      callback: target(),
    };
    await server().api('POST /batch', batch);
    await runWebhooks(server());
    expect(await storedBodies(server())).toContain('canary');
  });

  test('a message that a sandbox sends', async () => {
    await sendCanary(server());
    const { body } = await server().control<{ account: { apiKey: string; senders: string[] }; id: string }>(
      'POST /sandboxes',
      {},
    );
    const from = { type: 'custom', value: body.account.senders[0] };
    await server().api(
      'POST /message',
      messageRequest({ to: '447700900001', from, callback: target() }),
      body.account.apiKey,
    );
    await server().control(`POST /sandboxes/${body.id}/settle`);
    expect(await storedBodies(server())).toEqual(['canary']);
  });

  test('one that is sent again by hand', async () => {
    await sendCanary(server());
    await server().api('POST /message', messageRequest({ to: '447700900001', callback: target() }));
    await runWebhooks(server());
    const { body } = await server().control<{ deliveries: { id: string }[] }>('GET /webhooks');
    for (const { id } of body.deliveries) await server().control(`POST /webhooks/${id}/resend`);
    await runWebhooks(server());
    expect(await storedBodies(server())).toContain('canary');
  });

  test('a URL of a restored snapshot', async () => {
    await sendCanary(server());
    const receiver = 'http://127.0.0.1:9/receipts-of-the-customer';
    await server().control('PUT /carrier', { outcome: 'hold' });
    const sent = await server().api<{ messages: { messageUuid: string }[] }>(
      'POST /message',
      messageRequest({ to: '447911123456', callback: receiver }),
    );
    const { body } = await server().control('GET /snapshot');
    const edited = JSON.stringify(body).replaceAll(receiver, target());
    await server().control('PUT /snapshot', edited);
    await server().control(`POST /messages/${sent.body.messages[0]?.messageUuid}/deliver`, {});
    await runWebhooks(server());
    expect(await storedBodies(server())).toContain('canary');
  });

  test.each([301, 302, 303, 307, 308])('a receiver that redirects with %i', async (status) => {
    const receiver = await openReceiver((response) => {
      response.writeHead(status, { location: target() }).end();
    });
    onTestFinished(() => receiver[Symbol.asyncDispose]());
    await sendCanary(server());
    await server().api('POST /message', messageRequest({ to: '447700900001', callback: `${receiver.url}/` }));
    await server().control('POST /settle');
    expect(receiver.received).not.toEqual([]);
    expect(await storedBodies(server())).toContain('canary');
  });
});
