import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createSecureServer, type Http2ServerRequest } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { freePort } from '@messaging-service/test-support';
import type { Certificates } from '../../packages/sdk/test/transport/certificates.ts';

/** A server on a free port of the loopback address. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server. Closing it ends its connections. */
export async function start(server: NetServer, protocol = 'http'): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Returns an address where nothing listens. */
export async function closedAddress(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

/** Closes each connection after a complete request. It does not allow pages of other origins to call it. */
export function createCuttingServer(): Server {
  return createServer((incoming, response) => {
    if (incoming.method === 'OPTIONS') response.writeHead(204).end();
    else incoming.resume().on('end', () => incoming.socket.destroy());
  });
}

/**
 * Serves over HTTP/2, and optionally over HTTP/1.1. The header `x-http-version` of each response contains the version, and
 * pages of any origin may read it. Requests below `/cut` are reset after they have arrived.
 */
export function createSecureFront(
  { cert, key }: Certificates['server'],
  handOn: RequestListener,
  allowHTTP1: boolean,
): NetServer {
  return createSecureServer({ cert, key, allowHTTP1 }, (incoming, response) => {
    response.setHeader('x-http-version', incoming.httpVersion);
    for (const permission of ['allow-origin', 'allow-headers', 'allow-methods', 'expose-headers'])
      response.setHeader(`access-control-${permission}`, '*');
    if (incoming.method === 'OPTIONS') response.end();
    else if (incoming.url.startsWith('/cut')) incoming.resume().on('end', () => cut(incoming));
    else handOn(incoming as unknown as IncomingMessage, response as never);
  });
}

function cut(incoming: Http2ServerRequest): void {
  // Resets this stream, without REFUSED_STREAM, which would mean that the request was not processed.
  if (incoming.httpVersionMajor === 2) incoming.stream.close(2);
  else incoming.socket.destroy();
}

/** A server whose certificate no runtime trusts. */
export function createUntrustedServer({ cert, key }: Certificates['server']): NetServer {
  return createHttpsServer({ cert, key }, (_, response) => response.end('{}'));
}
