import { equal } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMessagingClient } from '@messaging-service/sdk';
import { createKyTransport } from '@messaging-service/sdk/ky';

const server = createServer(({ headers }, response) => {
  equal(headers['x-team'], 'reception');
  response.setHeader('content-type', 'application/json').end('{"batches":[]}');
});

async function main(): Promise<void> {
  // A dynamic import, because CommonJS cannot require ky, which is an ES module.
  const { default: ky } = await import('ky');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { batches } = createMessagingClient({
    baseUrl: `http://127.0.0.1:${port}`,
    accountKey: '0123456789abcdef0123456789abcdef',
    transport: createKyTransport(ky.extend({ headers: { 'x-team': 'reception' } })),
  });
  equal((await batches.listPending()).batches.length, 0);
  server.closeAllConnections();
  server.close();
}

void main();
