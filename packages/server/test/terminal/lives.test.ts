import { answering, messageRequest, request } from '@messaging-service/test-support';
import { describe, expect, test } from 'vitest';
import { type OnTerminal, startOnTerminal } from './on-terminal.ts';

/** The key of the account that exists from the start. */
const KEY = /key=(\w+)/;

/** Starts the command, and returns how to call it. */
async function started(...options: Parameters<typeof startOnTerminal>) {
  const terminal = startOnTerminal(...options);
  await terminal.line(/help$/);
  const text = terminal.lines().join('');
  const [url = ''] = /http:\/\/[\d.:]+/.exec(text) ?? [];
  const [, key = ''] = KEY.exec(text) ?? [];
  return { terminal, url, key, call: (what: string, body?: unknown) => request(url, what, body) };
}

/** The lines that contain a text. */
function linesWith({ lines }: OnTerminal, text: string): string[] {
  return lines().filter((line) => line.includes(text));
}

describe.each([60, 80, 120])('on a terminal of %i columns', (columns) => {
  test('the banner has at most six lines, with one link and one command that sends a text', async () => {
    const { terminal, url } = await started([], { columns });
    const lines = terminal.lines().filter((line) => line !== '');
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(lines.filter((line) => line.startsWith('http'))).toEqual([`${url}/_emulator/`]);
    expect(lines.filter((line) => line.includes('curl'))).toHaveLength(1);
  });

  test('the life of a text is one line, which is completed as it happens (EMU-21)', async () => {
    const { terminal, key, call } = await started(['--clock', 'virtual'], { columns });
    const callback = await answering(500, 200);
    const body = 'Reminder: your appointment is tomorrow at nine o’clock';
    await call(`POST /message?key=${key}`, messageRequest({ to: '447700900822', body, callback }));
    expect(await terminal.line(/webhook 500$/)).toMatch(/"Remind.* {2}✗ 22 .* · webhook 500$/);
    await call('POST /_emulator/clock/advance', { by: '10s' });
    await terminal.line(/webhook 500, 200$/);
    expect(linesWith(terminal, '"Remind')).toHaveLength(1);
    for (const line of linesWith(terminal, ' → ')) expect(line.length).toBeLessThan(columns);
  });
});

test('emoji, wide letters and marks do not break the lines, and none is cut (EMU-21)', async () => {
  const { terminal, key, call } = await started([], { columns: 60 });
  const bodies = [
    '👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀',
    'ご予約は明日の九時です。お待ちしております。ありがとうございます。',
    'e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301 नमस्ते आपका कोड',
  ];
  for (const body of bodies)
    await call(`POST /message?key=${key}`, messageRequest({ to: '447700900123', body }));
  await call(`GET /batch?key=${key}`);
  await terminal.line(/GET \/batch/);
  const lines = linesWith(terminal, ' → ');
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/"[^"]+…?"? {2}✓ delivered$/);
  expect(terminal.lines().join('\n')).not.toMatch(/\\u200d|U\+200D/);
});

test('a refusal shows its code and the reason, also when it comes again (EMU-21)', async () => {
  const { terminal, key, call } = await started([], { columns: 60 });
  const unowned = messageRequest({ from: { type: 'custom', value: 'Nobody' } });
  await call(`POST /message?key=${key}`, unowned);
  await terminal.line(/✗ 403 sender_not_owned {2}POST \/message/);
  await call(`POST /message?key=${key}`, unowned);
  await terminal.line(/✗ 403 sender_not_owned {2}POST \/message {2}×2$/);
  await call('POST /mesage');
  await terminal.line(/✗ 404 not_found {2}POST \/mesage/);
  expect(linesWith(terminal, 'Nobody')).toHaveLength(1);
});

test('a batch of many texts is one line that counts them (EMU-21)', async () => {
  const { terminal, key, call } = await started(['--clock', 'virtual'], { columns: 100 });
  const destinations = Array.from({ length: 500 }, (_, index) => `4477009${String(index).padStart(5, '0')}`);
  await call('PUT /_emulator/carrier', { outcome: 'deliver', after: '1s' });
  await call(`POST /batch?key=${key}`, { from: 'DEMO', message: 'Sale', destinations });
  await terminal.line(/DEMO → 500 numbers {2}"Sale" {2}.*500 wait$/);
  await call('POST /_emulator/clock/advance', { by: '1s' });
  expect(await terminal.line(/"Sale".*delivered$/)).toMatch(/500 numbers {2}"Sale" {2}✓ 500 delivered$/);
  expect(linesWith(terminal, '"Sale"')).toHaveLength(1);
});

test('a text that has scrolled away gets a new line when it is delivered, with the day (EMU-21)', async () => {
  const { terminal, key, call } = await started(['--clock', 'virtual', '--now', '2026-01-01T11:00Z']);
  await call('PUT /_emulator/carrier', { outcome: 'deliver', after: '1d' });
  await call(`POST /message?key=${key}`, messageRequest({ to: '447700900123', body: 'First' }));
  for (let index = 0; index < 30; index++) await call(`DELETE /batch/${crypto.randomUUID()}?key=${key}`);
  await terminal.line(/✗ 404/);
  await call('POST /_emulator/clock/advance', { by: '1d' });
  await terminal.line(/"First" {2}✓ delivered$/);
  expect(terminal.lines().join('\n')).toContain('Fri 2 Jan 2026');
  expect(linesWith(terminal, '"First"')).toEqual([
    expect.stringContaining('sent, no receipt yet'),
    expect.stringMatching(/✓ delivered$/),
  ]);
});

test('NO_COLOR writes no colors, and the lines are still completed in their place (EMU-21)', async () => {
  const { terminal, key, call } = await started([], { env: { NO_COLOR: '1' } });
  await call(`POST /message?key=${key}`, messageRequest({ to: '447700900123' }));
  await terminal.line(/✓ delivered · 482913$/);
  expect(terminal.written()).not.toMatch(/\u001b\[[\d;]*m/);
});

test('a reply is one line with the responses to its webhook, and a cancelled text says so (EMU-21)', async () => {
  const { terminal, key, call } = await started(['--clock', 'virtual', '--now', '2026-01-01T11:00Z']);
  const batch = {
    from: 'DEMO',
    message: 'Later',
    destinations: ['447700900123'],
    at: '2026-01-02T09:00:00.000Z',
  };
  const { body } = await call(`POST /batch?key=${key}`, batch);
  await terminal.line(/"Later" {2}due Fri 2 Jan 09:00$/);
  await call(`DELETE /batch/${(body as { identifier: string }).identifier}?key=${key}`);
  await terminal.line(/"Later" {2}cancelled$/);
  await call('POST /_emulator/inbound', { from: '447700900123', to: 'DEMO', message: 'YES' });
  await terminal.line(/447700900123 → DEMO {2}"YES" {2}reply/);
});
