import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server on this machine that behaves in a way no messaging service should. */
export interface StrangeService {
  readonly url: string;
  /** The requests that reached it: method and URL. */
  readonly requests: readonly string[];
}

/** Serves with a handler until the test ends. */
export async function serveStrangely(handle: RequestListener): Promise<StrangeService> {
  const requests: string[] = [];
  const url = await serveHandler((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    // A body that is not read would keep the connection from being used again.
    request.resume();
    request.on('end', () => handle(request, response));
  });
  return { url, requests };
}

/** Serves with a handler that reads the bodies, until the test ends. Returns the URL. */
export async function serveHandler(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return urlOf(server);
}

/** Accepts connections, and does with each what the function says, until the test ends. */
export async function serveSockets(handle: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    handle(socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return urlOf(server);
}

/** Starts a server on a free port. */
async function urlOf(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Responds to everything with the same status and text. */
export function always(status: number, body: string, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
  };
}
