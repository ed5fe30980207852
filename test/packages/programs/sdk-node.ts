import { equal } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMessagingClient } from '@messaging-service/sdk';
import {
  createNodeTransport,
  type NodeTransport,
  type NodeTransportOptions,
} from '@messaging-service/sdk/node';

const options: NodeTransportOptions = { maxSockets: 2 };
const transport: NodeTransport = createNodeTransport(options);
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end('{"batches":[]}');
});

async function main(): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { batches } = createMessagingClient({
    baseUrl: `http://127.0.0.1:${port}`,
    accountKey: '0123456789abcdef0123456789abcdef',
    transport,
  });
  equal((await batches.listPending()).batches.length, 0);
  transport.close();
  server.close();
}

void main();
