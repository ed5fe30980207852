import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

/** A server on a port of its own, closed with all its connections at the end of the block that made it. */
export interface TestServer extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  /** Every request so far, as it came over the wire. */
  readonly received: readonly string[];
  /** How many connections were accepted. */
  readonly connections: () => number;
}

/** The function that handles the text of a complete request. */
export type Respond = (socket: Socket, request: string, count: number) => void;

/** Serves with the given server, whose connections are read as plain HTTP. */
export async function serve(respond: Respond, server: Server = createServer()): Promise<TestServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const isTls =
    !(server instanceof (createServer().constructor as typeof Server)) || 'setSecureContext' in server;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (let end = endOfRequest(text); end !== undefined; end = endOfRequest(text)) {
        received.push(text.slice(0, end));
        const request = text.slice(0, end);
        text = text.slice(end);
        respond(socket, request, received.length);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${isTls ? 'https' : 'http'}://127.0.0.1:${port}`,
    received,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A proxy that passes on both kinds of requests, or refuses both, and adds their heads to the log. */
export function createProxy(log: string[], refusal?: string): Server {
  return createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (head: Buffer) => {
      const text = head.toString('latin1');
      log.push(text);
      if (refusal !== undefined) {
        socket.end(`HTTP/1.1 ${refusal}\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      const [, method, target = ''] = /^(\S+) (\S+) /.exec(text) ?? [];
      const { hostname, port } = new URL(method === 'CONNECT' ? `http://${target}` : target);
      const onward = connect(Number(port), hostname, () => {
        if (method === 'CONNECT') socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        else onward.write(head);
        socket.pipe(onward).pipe(socket);
      });
      onward.on('error', () => socket.destroy());
    });
  });
}

function endOfRequest(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = Number(/content-length: *(\d+)/i.exec(text)?.[1] ?? 0);
  return text.length >= end + 4 + length ? end + 4 + length : undefined;
}

/** A response with these bytes as its body. */
export function response(body: Buffer | string, fields = '', status = '200 OK'): Buffer {
  const bytes = Buffer.from(body);
  const head = `HTTP/1.1 ${status}\r\ncontent-length: ${bytes.length}\r\n${fields}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

/** A port where a connection is neither accepted nor refused, because the system's queue of connections is full. */
export async function silentPort(): Promise<{ port: number } & AsyncDisposable> {
  // The worker listens and then blocks its event loop, so nothing is accepted.
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads');
     const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port);
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
     });`,
    { eval: true },
  );
  const [port] = (await once(worker, 'message')) as [number];
  // The queue has one place more than the backlog. Every further connection waits.
  const fillers = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  for (const socket of fillers) {
    socket.on('error', () => undefined);
    await once(socket, 'connect');
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of fillers) socket.destroy();
      await worker.terminate();
    },
  };
}
