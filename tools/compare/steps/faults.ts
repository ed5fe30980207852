import type { World } from '../world.ts';

const OPERATIONS = [
  'messages.send',
  'messages.send',
  'batches.send',
  'batches.cancel',
  'batches.receipts',
  'batches.listPending',
  'accounts.list',
  'accounts.create',
  'accounts.update',
  'accounts.topUp',
  'accounts.topUpOnAccountPath',
  'accounts.deactivate',
  'receiptCodes.list',
  'messages.sent',
];

/** What a fault of a call does. */
const EFFECTS = [
  { status: 503 },
  { status: 429, headers: { 'retry-after': '1' } },
  { code: 'insufficient_credits' },
  { code: 'rate_limited' },
  { code: 'unknown_code' },
  { status: 200, body: '<html></html>' },
  { status: 502, body: { error: { code: 'busy', message: 'Try again later.' } } },
  { body: null },
  { disconnect: true },
  { delay: '20ms' },
  { delay: 10, status: 500 },
  { delay: 0 },
  { status: 99 },
  { headers: { 'x-a': 'line\nbreak' }, status: 500 },
  {},
];

/** What a fault of a webhook does. */
const CHANGES = [
  { set: { 'receiptInfo.code': 22 } },
  { remove: ['destination', 'receiptInfo.description'] },
  { set: { extra: { deep: [1] } }, remove: ['message'] },
  { status: 500, set: { a: 1 } },
  {},
];

/** A fault of any kind, with an effect that is sometimes refused. */
export function fault(world: World): object {
  const { one, below, rarely } = world;
  const times = one([undefined, 1 + below(3), rarely(5) ? 0 : 1]);
  if (rarely(4)) {
    const webhook = one([
      'inbound-message',
      'delivery-receipt',
      'credit-notification',
      rarely(6) ? 'receipt' : 'delivery-receipt',
    ]);
    return { webhook, ...one(CHANGES), times };
  }
  const when = one([undefined, undefined, 'before', 'after']);
  return { ...target(world), ...one(EFFECTS), when, times };
}

function target({ one, rarely }: World): object {
  if (rarely(3))
    return {
      method: one([undefined, 'GET', 'POST', 'patch']),
      path: one([undefined, '/batch', '/batch*', '/account*', '*', '/unknown', 'batch']),
    };
  return { operation: one(OPERATIONS), ...(rarely(20) ? { path: '/batch' } : {}) };
}
