import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  /** Names and values, alternating, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** A server with the same response for every request. */
export interface TestReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly Received[];
}

/** Opens a server on a port of its own. */
export async function openReceiver(answer: string): Promise<TestReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      received.push({ path: request.url ?? '', rawHeaders: request.rawHeaders, body });
      response.setHeader('content-type', 'application/json');
      response.end(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}
