import assert from 'node:assert/strict';
import { client } from './generated/hey-api/client.gen.ts';
import {
  batchesCancel,
  batchesListPending,
  batchesReceipts,
  batchesSend,
  messagesSend,
} from './generated/hey-api/sdk.gen.ts';

// The client adds the key to the query, because the document describes the security scheme.
client.setConfig({
  baseUrl: process.env.MESSAGING_BASE_URL ?? '',
  auth: () => process.env.MESSAGING_ACCOUNT_KEY,
});

const destinations = ['447700900123'];
const sent = await batchesSend({
  body: { from: 'DEMO', message: 'Hello', destinations, at: '2099-01-01T09:00Z' },
});
assert(sent.data);
const path = { batchUuid: sent.data.identifier };

const listed = await batchesListPending();
assert.deepEqual(
  listed.data?.batches.map(({ identifier }) => identifier),
  [path.batchUuid],
);
const receipts = await batchesReceipts({ path, query: { details: true } });
assert.equal(receipts.data?.details?.[0]?.destination, '+447700900123');
assert.equal((await batchesCancel({ path })).response?.status, 200);

const again = await batchesCancel({ path });
const code: string | undefined = again.error?.error.code;
assert.equal(code, 'batch_not_found');
const queued = await messagesSend({
  body: { messages: [{ to: '447700900123', from: { type: 'shared' }, body: 'Hello' }] },
});
assert.equal(queued.data?.messages[0]?.scheduled, false);
