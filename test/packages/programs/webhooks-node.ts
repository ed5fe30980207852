import { deepEqual, equal } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildInboundMessage, createWebhookHandler, signTestWebhook } from '@messaging-service/webhooks';
import {
  type LambdaResult,
  toFastifyPlugin,
  toKoaMiddleware,
  toLambdaHandler,
  toNodeListener,
} from '@messaging-service/webhooks/node';

const secret = 'a secret for tests';
const heard: string[] = [];
const handler = createWebhookHandler({
  secrets: secret,
  on: { inboundMessage: ({ payload }) => heard.push(payload.message) },
});
const listener = toNodeListener(handler);
const server = createServer((request, response) => void listener(request, response));

async function main(): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sign = (message: string) => signTestWebhook(buildInboundMessage({ message }), { secret });
  equal((await fetch(`http://127.0.0.1:${port}/webhook`, await sign('over HTTP'))).status, 200);

  const { headers, body } = await sign('through Lambda');
  const result: LambdaResult = await toLambdaHandler(handler)({
    httpMethod: 'POST',
    headers: { ...headers },
    body,
    isBase64Encoded: false,
  });
  equal(result.statusCode, 200);
  deepEqual(heard, ['over HTTP', 'through Lambda']);
  equal(typeof toFastifyPlugin(handler), 'function');
  equal(typeof toKoaMiddleware(handler), 'function');
  server.close();
}

void main();
