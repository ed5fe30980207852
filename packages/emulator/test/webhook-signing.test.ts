import { createHmac } from 'node:crypto';
import { type EmulatorOptions } from '@messaging-service/emulator';
import { api, type FetchedRequest, paidBelow, receiving, START } from '@messaging-service/test-support';
import { expect, test } from 'vitest';

const SECRET = 'a secret with spaces, ü and 🔑';
const mo_webhook_url = 'https://shop.example/inbound';
const callback = 'https://shop.example/receipts';

/** The signature exactly as in the specification, without code of the project. */
function signature({ body, headers }: FetchedRequest, secret: string): string {
  const encoded = Buffer.from(JSON.stringify(JSON.parse(body)), 'utf8').toString('base64');
  const joined = [encoded, headers.get('environment'), headers.get('timestamp')].join('.');
  return createHmac('sha256', secret).update(joined, 'utf8').digest('base64');
}

async function signed(
  webhooks: EmulatorOptions['webhooks'] = {},
  answer?: (webhook: FetchedRequest, count: number) => number,
) {
  const mo = { mo_webhook_url, mo_webhook_secret: SECRET };
  const accounts = [{ senders: ['DEMO'], credits: 100, mo, notifications: [paidBelow(100)] }];
  const { emulator, received } = receiving({ now: '2026-03-01T09:00:00.789Z', accounts, webhooks }, answer);
  await api.sendOne(emulator, { callback });
  const reply = (text: string) => emulator.handset('447700900001').reply(text);
  return { emulator, received, reply };
}

test('with a secret, an inbound webhook has signature, timestamp and environment (SIG-1)', async () => {
  const { emulator, received, reply } = await signed();
  reply('Grüße 👋 / "ja"');
  await emulator.clock.settle();
  const inbound = received.find(({ url }) => url === mo_webhook_url) as FetchedRequest;
  expect(inbound.headers.get('environment')).toBe('emulator');
  expect(inbound.headers.get('timestamp')).toBe(String(Date.parse(START) / 1_000));
  expect(inbound.headers.get('signature')).toBe(signature(inbound, SECRET));
});

test('without a secret none of the three headers is sent (SIG-1)', async () => {
  const { emulator, received, reply } = await signed();
  await api.edit(emulator, { mo: { mo_webhook_secret: '' } });
  reply('unsigned');
  await emulator.clock.settle();
  const inbound = received.find(({ url }) => url === mo_webhook_url);
  for (const name of ['signature', 'timestamp', 'environment']) expect(inbound?.headers.get(name)).toBe(null);
});

test('every request to the webhook of the account gets a new signature, including retries (SIG-1, WHK-8)', async () => {
  const { emulator, received, reply } = await signed({}, ({ url }) => (url === mo_webhook_url ? 500 : 200));
  reply('again and again');
  await emulator.clock.advance('1h');
  const attempts = received.filter(({ url }) => url === mo_webhook_url);
  expect(attempts.map(({ headers }) => Number(headers.get('timestamp')) - Date.parse(START) / 1_000)).toEqual(
    [0, 10, 40, 160, 760, 2_560],
  );
  for (const attempt of attempts) expect(attempt.headers.get('signature')).toBe(signature(attempt, SECRET));
  expect(new Set(attempts.map(({ headers }) => headers.get('signature'))).size).toBe(6);
  expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
});

test('a secret changed between two attempts signs the second one (WHK-8)', async () => {
  const { emulator, received, reply } = await signed({}, ({ url }) => (url === mo_webhook_url ? 500 : 200));
  reply('rotated');
  await emulator.clock.settle();
  await api.edit(emulator, { mo: { mo_webhook_secret: 'the new one' } });
  await emulator.clock.advance('10s');
  const [first, second] = received.filter(({ url }) => url === mo_webhook_url) as [
    FetchedRequest,
    FetchedRequest,
  ];
  expect(first.headers.get('signature')).toBe(signature(first, SECRET));
  expect(second.headers.get('signature')).toBe(signature(second, 'the new one'));
});

test('receipts and credit notifications are not signed by default (SIG-5)', async () => {
  const { emulator, received } = await signed();
  await emulator.clock.settle();
  expect(received.map(({ headers }) => headers.get('signature'))).toEqual([null, null]);
});

test('all kinds are signed with the secret of the account if the options request it (SIG-5)', async () => {
  const { emulator, received, reply } = await signed({ sign: 'all' });
  reply('all');
  await emulator.clock.settle();
  expect(received).toHaveLength(3);
  for (const webhook of received) expect(webhook.headers.get('signature')).toBe(signature(webhook, SECRET));
});

test('environment and unit of the timestamp can be configured (SIG-6, SIG-4)', async () => {
  const { emulator, received, reply } = await signed({
    environment: 'staging',
    timestampUnit: 'milliseconds',
  });
  reply('configured');
  await emulator.clock.settle();
  const inbound = received.find(({ url }) => url === mo_webhook_url) as FetchedRequest;
  expect(inbound.headers.get('environment')).toBe('staging');
  expect(inbound.headers.get('timestamp')).toBe(String(Date.parse('2026-03-01T09:00:00.789Z')));
  expect(inbound.headers.get('signature')).toBe(signature(inbound, SECRET));
});

test('the secret is never listed (ACC-5)', async () => {
  const { emulator } = await signed();
  const url = `${emulator.baseUrl}/account?key=${emulator.organization.apiKey}`;
  const text = await (await emulator.fetch(url)).text();
  expect(text).not.toContain('secret');
  expect(text).toContain('mo_webhook_url');
});
