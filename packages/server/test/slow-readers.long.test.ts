import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createEmulator } from '@messaging-service/emulator';
import { listen } from '@messaging-service/emulator/node';
import { api, START } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const MEGABYTE = 1_000_000;

async function open(limits: { requestTimeout?: number; mostUnread?: number } = {}) {
  const warnings: string[] = [];
  const emulator = createEmulator({
    now: START,
    accounts: [{ senders: ['DEMO'], credits: 10_000_000 }],
    onWarning: (line) => warnings.push(line),
  });
  const server = await listen(emulator, limits);
  onTestFinished(() => server.close({ limit: 100 }));
  return { emulator, server, warnings };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** A client that sends a call and does not read. Node stops at the first bytes of a socket that nobody reads. */
async function call({ server }: Opened, path: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`, resolve));
  return socket;
}

/** Messages that a page of a list needs many megabytes for. */
async function sendLongTexts({ emulator }: Opened): Promise<void> {
  for (let sent = 0; sent < 1_000; sent += 100)
    await api.send(
      emulator,
      Array.from({ length: 100 }, () => ({ body: 'x'.repeat(20_000) })),
    );
}

const LONG_PAGE = '/_emulator/messages?limit=1000';

async function bytesFor(readers: number): Promise<number> {
  const opened = await open();
  const destinations = Array<string>(50_000).fill('447700900001');
  for (let count = 0; count < readers; count++) await call(opened, '/_emulator/events');
  await expect
    .poll(() => fetch(`${opened.server.url}/_emulator/health`).then(({ status }) => status))
    .toBe(200);
  const batchUuid = await api.sendBatch(opened.emulator, { destinations, at: '2026-03-02T10:00Z' });
  await api.succeed(opened.emulator, `DELETE /batch/${batchUuid}`);
  await api.sendBatch(opened.emulator, { destinations });
  // The readers get as much as they accept.
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('clients that do not read (EMU-11)', () => {
  test('have no events of their own in memory', async () => {
    await bytesFor(1);
    const one = await bytesFor(1);
    const many = await bytesFor(41);
    expect((many - one) / 40).toBeLessThan(3 * MEGABYTE);
  });

  test('are cut off beyond a limit for all of them, the slowest first, and others are served', async () => {
    const opened = await open({ mostUnread: 50 * MEGABYTE });
    await sendLongTexts(opened);
    const closed: number[] = [];
    for (let count = 0; count < 8; count++)
      (await call(opened, LONG_PAGE)).on('close', () => closed.push(count)).once('readable', () => undefined);
    await expect.poll(() => opened.warnings.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(6);
    for (const line of opened.warnings)
      expect(line).toMatch(
        /^The response to GET \/_emulator\/messages was cut off: its reader has accepted nothing/,
      );
    expect(opened.warnings.length).toBeLessThan(8);
    const response = await fetch(`${opened.server.url}${LONG_PAGE}`);
    expect(((await response.json()) as { messages: unknown[] }).messages).toHaveLength(1_000);
  });

  test('are cut off after a pause, but not readers for which there is nothing to read', async () => {
    const opened = await open({ requestTimeout: 1_500 });
    await sendLongTexts(opened);
    const idle = await call(opened, '/_emulator/events');
    let isOpen = true;
    idle.on('close', () => {
      isOpen = false;
    });
    await call(opened, LONG_PAGE);
    await call(opened, '/_emulator/snapshot');
    await expect.poll(() => opened.warnings.length, { timeout: 20_000 }).toBe(2);
    expect(opened.warnings.join()).toContain('GET /_emulator/snapshot');
    expect(isOpen).toBe(true);
  });

  test('get the whole response when they read slowly', async () => {
    const opened = await open({ requestTimeout: 1_500, mostUnread: 1 });
    await sendLongTexts(opened);
    const whole = await (await fetch(`${opened.server.url}${LONG_PAGE}`)).text();
    const response = await fetch(`${opened.server.url}${LONG_PAGE}`);
    let text = '';
    const decoder = new TextDecoder();
    const body = response.body as AsyncIterable<Uint8Array> | null;
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(text).toBe(whole);
    expect(opened.warnings).toEqual([]);
  });
});
