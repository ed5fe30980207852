import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook as it came over the network. */
export interface NetworkWebhook {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A receiver of webhooks behind a real socket. */
export interface NetworkReceiver extends AsyncDisposable {
  /** Its address, without a trailing slash. */
  readonly url: string;
  readonly received: readonly NetworkWebhook[];
}

/** Listens on a free loopback port; `answer` has to end the response, or to leave it open. */
export async function listenForWebhooks(
  answer: (response: ServerResponse, webhook: NetworkWebhook, count: number) => void,
): Promise<NetworkReceiver> {
  const received: NetworkWebhook[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', method = '', headers } = request;
      const webhook = { path, method, headers, body: Buffer.concat(chunks).toString() };
      received.push(webhook);
      answer(response, webhook, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
