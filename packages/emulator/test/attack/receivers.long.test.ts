import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { messageRequest } from '@messaging-service/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sharedServer } from './server-process.ts';

const server = sharedServer({ config: { webhooks: { timeout: '1s', retryDelays: [] } } });

/** A receiver of webhooks with a function for each connection, which need not speak HTTP. */
async function hostile(behave: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const receiver = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    behave(socket);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  onTestFinished(async () => {
    receiver.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
}

/** Writes as long as the connection accepts data. */
function pour(socket: Socket, chunk: string | Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', more);
  more();
}

interface Delivery {
  readonly state: string;
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[];
}

const OK = 'HTTP/1.1 200 OK\r\n';

const RECEIVERS: readonly (readonly [name: string, behave: (socket: Socket) => void, states: string[]])[] = [
  ['never responds', () => undefined, ['exhausted']],
  ['closes the connection immediately', (socket) => socket.destroy(), ['exhausted']],
  ['resets the connection', (socket) => socket.resetAndDestroy(), ['exhausted']],
  [
    'sends a byte now and then',
    (socket) => {
      const timer = setInterval(() => socket.write('H'), 100);
      socket.on('close', () => clearInterval(timer));
    },
    ['exhausted'],
  ],
  [
    'sends headers without end',
    (socket) => pour(socket.unref(), `${OK}${'X: y\r\n'.repeat(1_000)}`),
    ['exhausted'],
  ],
  ['sends one header without end', (socket) => pour(socket, 'x'.repeat(65_536)), ['exhausted']],
  [
    'sends a body without end',
    (socket) => {
      socket.write(`${OK}\r\n`);
      pour(socket, Buffer.alloc(1024 * 1024));
    },
    ['succeeded', 'exhausted'],
  ],
  [
    'announces a body of 10 GiB',
    (socket) => socket.write(`${OK}Content-Length: 10737418240\r\n\r\n`),
    ['succeeded', 'exhausted'],
  ],
  ['sends what is not HTTP', (socket) => socket.end('220 mail.example ESMTP\r\n'), ['exhausted']],
  ['sends a status that does not exist', (socket) => socket.end('HTTP/1.1 999 No\r\n\r\n'), ['exhausted']],
  ['sends only interim responses', (socket) => pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n'), ['exhausted']],
  [
    'sends a compressed bomb',
    (socket) => socket.end(`${OK}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nzip`),
    ['succeeded', 'exhausted'],
  ],
  ['redirects to itself', (socket) => socket.end('HTTP/1.1 307 Again\r\nLocation: /\r\n\r\n'), ['exhausted']],
  [
    'wants to talk another protocol',
    (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ['exhausted'],
  ],
];

describe('a receiver of webhooks harms only its own delivery', () => {
  test.each(RECEIVERS)('one that %s', async (_, behave, states) => {
    const url = await hostile(behave);
    expect(
      (await server().api('POST /message', messageRequest({ to: '447700900001', callback: url }))).status,
    ).toBe(200);
    const settled = server().control('POST /settle');
    expect(await server().isAlive()).toBe(true);
    expect((await settled).status).toBe(200);
    const { body } = await server().control<{ deliveries: Delivery[] }>('GET /webhooks');
    expect(body.deliveries).toHaveLength(1);
    expect(states).toContain(body.deliveries[0]?.state);
    expect(body.deliveries[0]?.attempts).toHaveLength(1);
  });

  test('500 receivers that never respond do not delay calls, and their attempts end', async () => {
    const url = await hostile(() => undefined);
    const { port } = new URL(url);
    // An address of its own for each message: receivers are distinguished by their origin.
    const messages = Array.from({ length: 500 }, (_, index) => ({
      to: '447700900001',
      from: { type: 'custom', value: 'DEMO' },
      body: `hanging ${index}`,
      callback: `http://r${index}.localhost:${port}/`,
    }));
    expect((await server().api('POST /message', { messages })).status).toBe(200);
    expect(await server().isAlive()).toBe(true);
    expect((await server().api('GET /batch')).status).toBe(200);
    expect((await server().control('POST /settle')).status).toBe(200);
    expect(
      (await server().control<{ deliveries: unknown[] }>('GET /webhooks?state=pending')).body.deliveries,
    ).toEqual([]);
  });
});
