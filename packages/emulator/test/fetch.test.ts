import { createEmulator } from '@messaging-service/emulator';
import { expect, test } from 'vitest';

const START = '2026-03-02T09:00:00Z';
const message = { to: '447700900123', from: { type: 'custom', value: 'DEMO' }, body: 'See you at nine' };

function start() {
  const emulator = createEmulator({ now: START });
  const url = `${emulator.baseUrl}/message?key=${emulator.account.apiKey}`;
  return { emulator, url };
}

const json = JSON.stringify({ messages: [message] });

test.each<[string, (url: string) => Parameters<typeof fetch>]>([
  ['an address and a text', (url) => [url, { method: 'POST', body: json }]],
  ['a URL object', (url) => [new URL(url), { method: 'POST', body: json }]],
  ['a Request', (url) => [new Request(url, { method: 'POST', body: json })]],
  ['a Request with changes', (url) => [new Request(url, { method: 'POST' }), { body: json }]],
  [
    'a Request with a body, and another one',
    (url) => [new Request(url, { method: 'POST', body: '{}' }), { body: json }],
  ],
  ['a method in small letters', (url) => [url, { method: 'post', body: json }]],
  ['bytes', (url) => [url, { method: 'POST', body: new TextEncoder().encode(json) }]],
  ['a byte order mark before the text', (url) => [url, { method: 'POST', body: `\uFEFF${json}` }]],
  ['a fragment in the address', (url) => [`${url}#top`, { method: 'POST', body: json }]],
  [
    'capitals in the scheme and the host',
    (url) => [url.replace('https://api', 'HTTPS://API'), { method: 'POST', body: json }],
  ],
])('%s: sends, as the global fetch would (EMU-15)', async (_name, call) => {
  const { emulator, url } = start();
  const response = await emulator.fetch(...call(url));
  expect([response.status, await response.json()]).toMatchObject([200, { messages: [{ to: message.to }] }]);
  expect(emulator.messages()).toMatchObject([{ body: 'See you at nine' }]);
});

test.each<[string, (url: string) => Parameters<typeof fetch>]>([
  ['a body with GET', (url) => [url, { body: json }]],
  ['bytes with HEAD', (url) => [url, { method: 'HEAD', body: new TextEncoder().encode(json) }]],
  ['half an address', () => ['/message', { method: 'POST', body: json }]],
  [
    'credentials in the address',
    (url) => [url.replace('https://', 'https://a:b@'), { method: 'POST', body: json }],
  ],
  ['a method that no request may have', (url) => [url, { method: 'TRACE' }]],
  ['another host', () => ['https://elsewhere.example/message', { method: 'POST', body: json }]],
  [
    'a host that only begins like that of the base URL',
    (url) => [url.replace('.test', '.test.evil.example'), { method: 'POST', body: json }],
  ],
  ['another scheme', (url) => [url.replace('https:', 'http:'), { method: 'POST', body: json }]],
])('%s: fails with a TypeError, as the global fetch would', async (_name, call) => {
  const { emulator, url } = start();
  await expect(emulator.fetch(...call(url))).rejects.toThrow(TypeError);
  expect(emulator.messages()).toEqual([]);
});

test('half a surrogate pair arrives as the replacement character, as it would over a network', async () => {
  const { emulator, url } = start();
  const body = JSON.stringify({ messages: [{ ...message, body: 'x' }] }).replace('"x"', '"\ud83d"');
  await emulator.fetch(url, { method: 'POST', body });
  expect(emulator.messages()).toMatchObject([{ body: '\ufffd' }]);
});

test('a call that was aborted before it began sends nothing', async () => {
  const { emulator, url } = start();
  const call = emulator.fetch(url, {
    method: 'POST',
    body: json,
    signal: AbortSignal.abort(new Error('enough')),
  });
  await expect(call).rejects.toThrow('enough');
  expect(emulator.messages()).toEqual([]);
});

test.each<[string, (url: string, init: RequestInit) => Parameters<typeof fetch>]>([
  ['an address', (url, init) => [url, init]],
  ['a Request', (url, init) => [new Request(url, init)]],
])('%s: a caller that gives up does not wait for a delayed response', async (_name, call) => {
  const { emulator, url } = start();
  emulator.addFault({ path: '/message', delay: 3_600_000 });
  const caller = new AbortController();
  const answered = emulator.fetch(...call(url, { method: 'POST', body: json, signal: caller.signal }));
  caller.abort(new Error('enough'));
  await expect(answered).rejects.toThrow('enough');
  emulator.close();
});
