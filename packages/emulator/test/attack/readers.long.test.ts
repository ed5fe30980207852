import { messageRequest } from '@messaging-service/test-support';
import { expect, onTestFinished, test } from 'vitest';
import { open, requestBytes } from './raw-socket.ts';
import { sharedServer } from './server-process.ts';

const server = sharedServer();

/** A batch of this many messages, with several facts for each. */
const batch = (count: number) => ({
  from: 'DEMO',
  message: 'x'.repeat(150),
  destinations: Array.from({ length: count }, (_, index) => `4479${String(index).padStart(8, '0')}`),
});

/** Batches of 1,000 messages: more facts than the journal keeps for readers that are behind. */
const BATCHES = 80;

test('readers of events that never read are disconnected and told that they lagged; one that reads misses nothing', {
  timeout: 120_000,
}, async () => {
  await server().api(
    'PATCH /topup',
    { accountUuid: server().accountUuid, topup: 1_000_000 },
    server().organizationKey,
  );
  const lazy = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const socket = await open(server().port);
      socket.pause();
      socket.write(requestBytes('GET /_emulator/events').replace('Connection: close\r\n', ''));
      return socket;
    }),
  );
  const eager = await open(server().port);
  onTestFinished(() => {
    for (const socket of [...lazy, eager]) socket.destroy();
  });
  let delivered = 0;
  let rest = '';
  const allDelivered = new Promise<void>((resolve) => {
    eager.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      delivered += lines.filter((line) => line.includes('"type":"message-delivered"')).length;
      if (delivered === BATCHES * 1_000) resolve();
    });
    eager.on('close', () => resolve());
  });
  eager.write(requestBytes('GET /_emulator/events').replace('Connection: close\r\n', ''));
  expect(await server().isAlive()).toBe(true);
  for (let sent = 0; sent < BATCHES; sent++)
    expect((await server().api('POST /batch', batch(1_000))).status).toBe(200);
  await allDelivered;
  expect(delivered).toBe(BATCHES * 1_000);
  // The data in the buffers of the kernel comes first, then the last event, and the end.
  const ends = await Promise.all(
    lazy.map(
      (socket) =>
        new Promise<string>((resolve) => {
          let tail = '';
          const giveUp = setTimeout(() => resolve(`still connected: ${tail.slice(-200)}`), 20_000);
          socket.on('data', (chunk: Buffer) => {
            tail = (tail + chunk.toString()).slice(-2_000);
          });
          socket.on('close', () => {
            clearTimeout(giveUp);
            resolve(tail);
          });
          socket.resume();
        }),
    ),
  );
  for (const end of ends) expect(end).toMatch(/event: lagged/);
});

test('thousands of abandoned waits disturb neither messages nor the waits that remain', async () => {
  const wait = requestBytes('GET /_emulator/messages/wait?contains=nothing-like-this&timeout=60s');
  for (let round = 0; round < 10; round++) {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => open(server().port)));
    for (const socket of sockets) socket.write(wait);
    expect(await server().isAlive()).toBe(true);
    for (const socket of sockets) socket.resetAndDestroy();
  }
  const found = server().control<{ message: { body: string } }>(
    'GET /messages/wait?contains=the+last&timeout=30s',
  );
  expect(await server().isAlive()).toBe(true);
  for (let sent = 0; sent < 100; sent++) await server().api('POST /message', messageRequest());
  expect((await server().api('POST /message', messageRequest({ body: 'the last' }))).status).toBe(200);
  expect((await found).status).toBe(200);
});

test('responses that are not read do not delay other callers', async () => {
  await server().api(
    'PATCH /topup',
    { accountUuid: server().accountUuid, topup: 10_000 },
    server().organizationKey,
  );
  expect((await server().api('POST /batch', batch(5_000))).status).toBe(200);
  const sockets = await Promise.all(Array.from({ length: 50 }, () => open(server().port)));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (const socket of sockets) {
    socket.pause();
    socket.write(requestBytes('GET /_emulator/messages?limit=1000').repeat(1));
  }
  expect(await server().isAlive()).toBe(true);
  expect((await server().api('POST /message', messageRequest())).status).toBe(200);
});
