import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Emulator, hostOf } from '../emulator.ts';
import { tooLarge } from '../http/exchange.ts';
import type { Reply } from '../http/gateway.ts';
import type { Host } from '../http/host.ts';
import { MAX_BODY_BYTES } from '../http/message.ts';

/** Where to listen. */
export interface ListenOptions {
  /** Port; 0, the default, takes a free one. */
  port?: number | undefined;
  /** Address; default `127.0.0.1`, so that nobody else on the network reaches it. */
  host?: string | undefined;
}

/** A running server. */
export interface EmulatorServer {
  /** Its address, such as `http://127.0.0.1:4010`: the base URL for clients. */
  readonly url: string;
  /** Stops it: open connections are closed. */
  close(): Promise<void>;
}

/**
 * Serves an emulator over HTTP.
 *
 * @param emulator - Made with `createEmulator()`.
 * @param options - Where to listen.
 *
 * @example
 * ```ts
 * import { createEmulator } from '@messaging-service/emulator';
 * import { listen } from '@messaging-service/emulator/node';
 *
 * const server = await listen(createEmulator({ clock: 'system' }), { port: 0 });
 * // … point a client at server.url …
 * await server.close();
 * ```
 */
export async function listen(emulator: Emulator, options: ListenOptions = {}): Promise<EmulatorServer> {
  const host = hostOf(emulator);
  const server = createServer((request, response) => receive(host, request, response));
  server.requestTimeout = 60_000;
  server.headersTimeout = 20_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, options.host ?? '127.0.0.1', resolve);
  });
  return { url: urlOf(server), close: () => closeServer(server) };
}

function urlOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

/** Gathers the body, then hands the request over as plain data. */
function receive({ gateway }: Host, request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else refuse(gateway.refuseBody(tooLarge()), request, response);
  });
  request.on('end', () => {
    if (size > MAX_BODY_BYTES) return;
    const body = chunks.length === 1 ? (chunks[0] as Buffer).toString() : Buffer.concat(chunks).toString();
    const reply = gateway.handle({ method: request.method ?? 'GET', url: request.url ?? '/', body });
    if (reply instanceof Promise) void reply.then((settled) => send(settled, response));
    else send(reply, response);
  });
}

/** The rest of a body that is too large is not read: the connection ends with the answer. */
function refuse(
  reply: Exclude<Reply, 'disconnect'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  request.removeAllListeners('data');
  request.pause();
  response.setHeader('connection', 'close');
  send(reply, response);
}

function send(reply: Reply, response: ServerResponse): void {
  if (reply === 'disconnect') {
    response.destroy();
    return;
  }
  const { status, headers, body } = reply;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
