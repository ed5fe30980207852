import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript.ts';

const { MESSAGING_BASE_URL = '', MESSAGING_ACCOUNT_KEY = '' } = process.env;
const client = createClient<paths>({ baseUrl: MESSAGING_BASE_URL });
client.use({
  onRequest({ request }) {
    const url = new URL(request.url);
    url.searchParams.set('key', MESSAGING_ACCOUNT_KEY);
    return new Request(url, request);
  },
});

const destinations = ['447700900123'];
const sent = await client.POST('/batch', {
  body: { from: 'DEMO', message: 'Hello', destinations, at: '2099-01-01T09:00Z' },
});
assert(sent.data);
const batchUuid = sent.data.identifier;
const path = { batchUuid };

const listed = await client.GET('/batch');
assert.deepEqual(
  listed.data?.batches.map(({ identifier }) => identifier),
  [batchUuid],
);
const receipts = await client.GET('/batch/{batchUuid}', { params: { path, query: { details: true } } });
assert.equal(receipts.data?.details?.[0]?.destination, '+447700900123');
assert.equal((await client.DELETE('/batch/{batchUuid}', { params: { path } })).response.status, 200);

const again = await client.DELETE('/batch/{batchUuid}', { params: { path } });
const code: string | undefined = again.error?.error.code;
assert.equal(code, 'batch_not_found');
const message = { to: '447700900123', from: { type: 'shared' as const }, body: 'Hello' };
const queued = await client.POST('/message', { body: { messages: [message] } });
assert.equal(queued.data?.messages[0]?.scheduled, false);
