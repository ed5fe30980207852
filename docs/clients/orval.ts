import assert from 'node:assert/strict';
import {
  batchesCancel,
  batchesListPending,
  batchesReceipts,
  batchesSend,
  messagesSend,
} from './generated/orval.ts';

const destinations = ['447700900123'];
const sent = await batchesSend({ from: 'DEMO', message: 'Hello', destinations, at: '2099-01-01T09:00Z' });
assert(sent.status === 200);
const { identifier } = sent.data;

const listed = await batchesListPending();
assert(listed.status === 200);
assert.deepEqual(
  listed.data.batches.map((batch) => batch.identifier),
  [identifier],
);
const receipts = await batchesReceipts(identifier, { details: true });
assert(receipts.status === 200);
assert.equal(receipts.data.details?.[0]?.destination, '+447700900123');
assert.equal((await batchesCancel(identifier)).status, 200);

const again = await batchesCancel(identifier);
assert(again.status === 404);
const code: string = again.data.error.code;
assert.equal(code, 'batch_not_found');
const queued = await messagesSend({
  messages: [{ to: '447700900123', from: { type: 'shared' }, body: 'Hello' }],
});
assert(queued.status === 200);
assert.equal(queued.data.messages[0]?.scheduled, false);
