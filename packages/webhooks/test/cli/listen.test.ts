import { createEmulator } from '@messaging-service/emulator';
import { api } from '@messaging-service/test-support';
import { buildDeliveryReceipt, signTestWebhook } from '@messaging-service/webhooks';
import { expect, test } from 'vitest';
import { inboundMessage, SECRET } from '../samples.ts';
import { endOf, fileWith, linesOf, run, start } from './command.ts';

const env = { MESSAGING_WEBHOOK_SECRET: SECRET };

async function listening(...args: string[]) {
  const child = start(['listen', '--port', '0', '--json', ...args], env);
  const lines = linesOf(child);
  const next = async () => JSON.parse((await lines.next()).value as string) as Record<string, unknown>;
  const { url } = (await next()) as { url: string };
  return { child, next, url };
}

test('prints events as they arrive, and SIGINT stops it (WHK-1)', async () => {
  const { child, next, url } = await listening('--environment', 'emulator');
  const mo = { mo_webhook_url: url, mo_webhook_secret: SECRET };
  const emulator = createEmulator({ clock: 'system', accounts: [{ senders: ['DEMO'], credits: 9, mo }] });
  await api.sendOne(emulator, { to: '447700900123', callback: url });
  const receipt = { kind: 'delivery-receipt', verified: false, payload: { delivered: true } };
  expect(await next()).toMatchObject(receipt);
  emulator.handset('447700900123').reply('Ναι');
  expect(await next()).toMatchObject({
    kind: 'inbound-message',
    verified: true,
    environment: 'emulator',
    payload: { message: 'Ναι', from: 447700900123 },
  });
  emulator.close();
  const ended = endOf(child);
  child.kill('SIGINT');
  expect((await ended).code).toBe(0);
});

test('a refused request is printed with its code, in a form that verify can explain', async () => {
  const { next, url } = await listening();
  const webhook = await signTestWebhook(inboundMessage, { secret: SECRET });
  const body = webhook.body.replace('sms', 'smS');
  expect((await fetch(`${url}/any/path`, { ...webhook, body })).status).toBe(401);
  const refused = await next();
  expect(refused).toMatchObject({ status: 401, code: 'signature_mismatch' });
  const { code, stdout } = await run(['verify', fileWith(JSON.stringify(refused))], env);
  expect(code).toBe(1);
  expect(stdout).toContain('signature: matches neither the body as received');
});

test('prints one line each for users, without control characters', async () => {
  const child = start(['listen', '--port', '0'], env);
  const lines = linesOf(child);
  const url = /http:\S+\d/.exec((await lines.next()).value as string)?.[0] ?? '';
  const payload = buildDeliveryReceipt({ receiptInfo: { description: 'a\u001b[2J\u009b2J\u202eb\nc' } });
  for (let attempt = 0; attempt < 2; attempt++) {
    await fetch(url, { method: 'POST', body: JSON.stringify(payload) });
    const line = (await lines.next()).value as string;
    expect(line).toContain('delivery-receipt (unsigned)');
    expect(line).toContain('a\\u001b[2J\\u009b2J\\u202eb\\nc');
  }
  await fetch(url, { method: 'POST', body: 'PIN 4711' });
  expect((await lines.next()).value).toMatch(/refused with 400: invalid_json\. [^4]*$/);
});

test('a port that is taken is named', async () => {
  const { url } = await listening();
  const { port } = new URL(url);
  const { code, stderr } = await run(['listen', '--port', port]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Cannot listen on 127.0.0.1:${port}`)]);
});
