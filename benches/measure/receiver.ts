import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that accepts every webhook. */
export async function startReceiver(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/receipts`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
