import { answering, messageRequest, request } from '@messaging-service/test-support';
import { expect, test, vi } from 'vitest';
import { startCommand } from './command.ts';

/** How long the log can take, in milliseconds. */
const PATIENCE_MS = 50_000;

/** Starts a command that logs to standard error. */
async function startLogging(form: 'text' | 'json', env: NodeJS.ProcessEnv = {}) {
  const args = ['--port', '0', '--json', '--clock', 'virtual', '--now', '2026-01-01T09:00Z', '--log', form];
  const { child, ready } = startCommand(args, {
    env: { NO_COLOR: undefined, FORCE_COLOR: undefined, ...env },
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const { url, account } = await ready();
  return {
    key: account.apiKey,
    post: (call: string, body?: unknown) => request(url, call, body),
    /** The lines once one of them has a text. */
    linesWith: (text: string) =>
      vi.waitFor(
        () => {
          expect(log).toContain(text);
          return log.trimEnd().split('\n');
        },
        { timeout: PATIENCE_MS },
      ),
  };
}

test('each event has a line: a call, then its text with the code, its outcome, and each attempt at a webhook, without keys and passwords (EMU-21)', async () => {
  const { post, key, linesWith } = await startLogging('text');
  const callback = (await answering(500, 200)).replace('//', '//shop:hunter2@');
  await post(`POST /message?key=${key}`, messageRequest({ to: '447700900123', callback }));
  await post('POST /_emulator/clock/advance', { by: '10s' });
  const lines = await linesWith('attempt 2: 200');
  expect(lines).toEqual([
    expect.stringMatching(/^09:00:00\.000 {2}POST \/message\?key=\*{4}\w{4} {2}200 {2}[\d.]+ ms$/),
    '09:00:00.000  message  DEMO → 447700900123  "Your code is 482913"  code 482913',
    '09:00:00.000  message  DEMO → 447700900123  ✓ delivered',
    expect.stringMatching(/webhook {2}delivery-receipt → http:\/\/shop:\*{4}@127[^ ]+ {2}attempt 1: 500$/),
    expect.stringMatching(/^09:00:10.*attempt 2: 200$/),
  ]);
  expect(lines.join('\n')).not.toContain(key);
});

test('a text that fails, a reply, and a batch that is cancelled have lines (EMU-21)', async () => {
  const { post, key, linesWith } = await startLogging('text');
  await post(`POST /message?key=${key}`, messageRequest({ to: '447700900822' }));
  await post('POST /_emulator/inbound', { from: '447700900123', to: 'DEMO', message: 'YES' });
  const at = '2026-01-02T09:00:00.000Z';
  const batch = { from: 'DEMO', message: 'Later', destinations: ['447700900123'], at };
  const { body } = await post(`POST /batch?key=${key}`, batch);
  const { identifier } = body as { identifier: string };
  await post(`DELETE /batch/${identifier}?key=${key}`);
  const log = (await linesWith('is cancelled')).join('\n');
  expect(log).toMatch(/message {2}DEMO → 447700900822 {2}✗ 22 \S+/);
  expect(log).toContain('reply  447700900123 → DEMO  "YES"');
  expect(log).toContain(`scheduled for ${at}`);
  expect(log).toContain(`batch ${identifier} is cancelled`);
});

test('a refusal is logged with its code and the reason (EMU-21)', async () => {
  const { post, key, linesWith } = await startLogging('text');
  await post(`POST /message?key=${key}`, messageRequest({ from: { type: 'custom', value: 'Nobody' } }));
  const lines = await linesWith('sender_not_owned');
  expect(lines).toEqual([
    expect.stringMatching(/POST \/message\?\S+ {2}403 sender_not_owned {2}[\d.]+ ms {2}\w+.*Nobody/),
  ]);
});

test('FORCE_COLOR colors the lines, and a text of others cannot control the terminal then (EMU-21)', async () => {
  const { post, key, linesWith } = await startLogging('text', { FORCE_COLOR: '1' });
  await post(
    `POST /message?key=${key}`,
    messageRequest({ to: '447700900123', body: 'red \u001b[31m \u202e\u0085 end' }),
  );
  const log = (await linesWith('delivered')).join('\n');
  expect(log).toContain('\u001b[32m✓ delivered\u001b[39m');
  expect(log).not.toContain('\u001b[31m');
  expect(log).not.toMatch(/[\u0085\u202e]/);
});

test('lines of JSON have calls, messages and attempts, with the sandbox (EMU-21)', async () => {
  const { post, linesWith } = await startLogging('json');
  const { body } = await post('POST /_emulator/sandboxes', { now: '2026-01-01T09:00Z' });
  const { id, account } = body as { id: string; account: { apiKey: string } };
  await post(`POST /message?key=${account.apiKey}`, messageRequest({ to: '447700900123' }));
  const lines = await linesWith('"type":"call"');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
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
});

test('the number of a parcel or a flight is logged without a code (EMU-19, EMU-21)', async () => {
  const { post, key, linesWith } = await startLogging('json');
  for (const body of [
    'Your parcel 88213 is here',
    'Flight 4411 is late',
    '593 020 is your Acme verification code',
  ])
    await post(`POST /message?key=${key}`, messageRequest({ body }));
  const entries = (await linesWith('593020')).map(
    (line) => JSON.parse(line) as { type: string; code?: string },
  );
  const codes = entries.filter(({ type }) => type === 'message').map(({ code }) => code);
  expect(codes).toEqual([undefined, undefined, '593020']);
});

test('text of others cannot control the terminal (EMU-21)', async () => {
  const { post, key, linesWith } = await startLogging('text');
  await post(
    `POST /message?key=${key}`,
    messageRequest({ to: '447700900123', body: 'red \u001b[31m \u202e\u0085 end 👩🏽‍🚀' }),
  );
  const log = (await linesWith('delivered')).join('\n');
  expect(log).toContain('\\u001b[31m [U+202E][U+0085] end 👩🏽‍🚀');
  expect(log).not.toMatch(/[\u001b\u0085\u202e]/);
});

test('a batch with many destinations has a hundred lines, a count, and the outcomes of the others (EMU-21)', async () => {
  const { post, key, linesWith } = await startLogging('text');
  const destinations = Array.from({ length: 150 }, (_, index) => `447700900${100 + index}`);
  destinations[149] = '447700900822';
  await post(`POST /batch?key=${key}`, { from: 'DEMO', message: 'Hi', destinations });
  const lines = await linesWith('the 50 more of this batch: 49 delivered, 1 failed');
  expect(lines.filter((line) => line.includes('"Hi"'))).toHaveLength(100);
  expect(lines.join('\n')).toContain('and 50 more of this batch');
});
