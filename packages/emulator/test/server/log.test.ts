import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { answering, messageRequest, request, START } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { logServices } from '../../src/cli/log/log.ts';
import { hostOf } from '../../src/emulator.ts';

/** Serves an emulator that logs. */
async function serveLogged(form: 'text' | 'json') {
  let log = '';
  const emulator = createEmulator({ now: START });
  logServices(hostOf(emulator).sandboxes, form, (lines) => {
    log += lines;
  });
  const server = await listen(emulator);
  onTestFinished(async () => {
    await server.close();
    emulator.close();
  });
  const post = (call: string, body?: unknown) => request(server.url, call, body);
  return { emulator, post, key: emulator.account.apiKey, lines: () => log.trimEnd().split('\n') };
}

test('calls, messages with their one-time codes and webhook attempts are logged, without keys and passwords (EMU-21)', async () => {
  const { post, emulator, key, lines } = await serveLogged('text');
  const callback = (await answering(500, 200)).replace('//', '//shop:hunter2@');
  await post(`POST /message?key=${key}`, messageRequest({ to: '447700900123', callback }));
  await post('POST /_emulator/settle');
  await emulator.clock.advance('10s');
  const log = lines().join('\n');
  expect(log).toMatch(/POST \/message\?key=\*{4}\w{4} {2}200 {2}[\d.]+ ms/);
  expect(log).toContain('message  DEMO → 447700900123  "Your code is 482913"  code 482913');
  expect(log).toMatch(/webhook {2}delivery-receipt → http:\/\/shop:\*{4}@127[^ ]+ {2}attempt 1: 500/);
  expect(log).toMatch(/attempt 2: 200/);
  expect(log).not.toContain(key);
});

test('lines of JSON have the same content, with the sandbox (EMU-21)', async () => {
  const { post, lines } = await serveLogged('json');
  const { body } = await post('POST /_emulator/sandboxes', { now: '2026-01-01T09:00Z' });
  const { id, account } = body as { id: string; account: { apiKey: string } };
  await post(`POST /message?key=${account.apiKey}`, messageRequest({ to: '447700900123' }));
  expect(lines().map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      at: '2026-01-01T09:00:00.000Z',
      type: 'message',
      sandbox: id,
      to: '447700900123',
      from: 'DEMO',
      body: 'Your code is 482913',
      code: '482913',
      messageUuid: expect.any(String),
    },
    expect.objectContaining({ type: 'call', sandbox: id, method: 'POST', status: 200 }),
  ]);
  await post(`DELETE /_emulator/sandboxes/${id}`);
});

test('the number of a parcel or a flight is logged without a code (EMU-19, EMU-21)', async () => {
  const { post, key, lines } = await serveLogged('json');
  for (const body of [
    'Your parcel 88213 is here',
    'Flight 4411 is late',
    '593 020 is your Acme verification code',
  ])
    await post(`POST /message?key=${key}`, messageRequest({ body }));
  const entries = lines().map((line) => JSON.parse(line) as { type: string; code?: string });
  const codes = entries.filter(({ type }) => type === 'message').map(({ code }) => code);
  expect(codes).toEqual([undefined, undefined, '593020']);
});

test('third-party text cannot control the terminal (EMU-21)', async () => {
  const { post, key, lines } = await serveLogged('text');
  await post(`POST /message?key=${key}`, messageRequest({ body: 'red \u001b[31m \u202e\u0085 end' }));
  expect(lines()[0]).toContain('\\u001b[31m');
  expect(lines()[0]).toContain('[U+202E][U+0085]');
  expect(lines().join('\n')).not.toMatch(/[\u001b\u0085\u202e]/);
});

test('a batch with many destinations is cut to a hundred lines and a count (EMU-21)', async () => {
  const { post, key, lines } = await serveLogged('text');
  const destinations = Array.from({ length: 150 }, (_, index) => `447700900${100 + index}`);
  await post(`POST /batch?key=${key}`, { from: 'DEMO', message: 'Hi', destinations });
  expect(lines().filter((line) => line.includes('"Hi"'))).toHaveLength(100);
  expect(lines().join('\n')).toContain('and 50 more of this batch');
});
