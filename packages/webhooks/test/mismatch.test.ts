import { throwing } from '@messaging-service/test-support';
import type { WebhookMismatch } from '@messaging-service/webhooks';
import { expect, test, vi } from 'vitest';
import { receiver } from './receiver.ts';
import { signedRequest, unsignedRequest } from './requests.ts';
import { creditNotification, deliveryReceipt, inboundMessage } from './samples.ts';

const { receiptInfo: _receiptInfo, ...bareReceipt } = deliveryReceipt;

function reporting(options: Parameters<typeof receiver>[0] = {}) {
  const mismatches: WebhookMismatch[] = [];
  return { ...receiver({ onMismatch: (mismatch) => mismatches.push(mismatch), ...options }), mismatches };
}

test('differences are reported once for each kind, with their paths and no values (WHK-9)', async () => {
  const { handler, events, mismatches } = reporting();
  for (const messageuuid of ['a', 'b'])
    await handler(unsignedRequest({ ...bareReceipt, messageuuid, receiptInfo: { code: 4711 } }));
  await handler(signedRequest({ ...inboundMessage, channel: null }));
  // A refused event is not reported.
  await handler(unsignedRequest({ ...inboundMessage, channel: null }));
  await handler(unsignedRequest(creditNotification));
  expect(events).toHaveLength(4);
  expect(mismatches).toEqual([
    {
      kind: 'delivery-receipt',
      reason: 'payload',
      issues: [
        { path: 'receiptInfo.code', message: 'must be a string' },
        { path: 'receiptInfo.description', message: 'is required' },
      ],
    },
    { kind: 'inbound-message', reason: 'payload', issues: [{ path: 'channel', message: 'is required' }] },
  ]);
});

test('an event without an action is reported once for each kind, and gets 200 (WHK-9)', async () => {
  const { handler, mismatches } = reporting({ on: {} });
  for (const payload of [inboundMessage, inboundMessage, deliveryReceipt, { event: 'of tomorrow' }])
    expect((await handler(signedRequest(payload))).status).toBe(200);
  expect(mismatches).toEqual([
    { kind: 'inbound-message', reason: 'no-action', issues: [] },
    { kind: 'delivery-receipt', reason: 'no-action', issues: [] },
    { kind: 'unknown', reason: 'unknown-kind', issues: [] },
    { kind: 'unknown', reason: 'no-action', issues: [] },
  ]);
});

test('an event of unknown kind is reported, even if it has an action (WHK-9)', async () => {
  const { handler, events, mismatches } = reporting();
  await handler(signedRequest({ event: 'of tomorrow' }));
  expect(events).toMatchObject([{ kind: 'unknown' }]);
  expect(mismatches).toEqual([{ kind: 'unknown', reason: 'unknown-kind', issues: [] }]);
});

test('without onMismatch, a warning is printed', async () => {
  const printed = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { handler } = receiver({ on: {} });
  await handler(unsignedRequest({ ...bareReceipt, receiptInfo: null }));
  await handler(unsignedRequest({}));
  expect(printed.mock.calls).toEqual([
    [
      '[messaging-webhooks] delivery-receipt: The payload differs from the specification and was accepted: receiptInfo is required;',
    ],
    [
      '[messaging-webhooks] delivery-receipt: There is no action for this kind in "on", so the event was ignored.',
    ],
    ['[messaging-webhooks] unknown: This version does not know the kind of the event.'],
    ['[messaging-webhooks] unknown: There is no action for this kind in "on", so the event was ignored.'],
  ]);
});

test('an onMismatch that fails does not change the response, and its error is printed', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { handler, events } = receiver({ onMismatch: throwing(new Error('log is full')) });
  expect((await handler(unsignedRequest(bareReceipt))).status).toBe(200);
  expect(events).toHaveLength(1);
  await vi.waitFor(() => expect(String(printed.mock.calls[0]?.[1])).toBe('Error: log is full'));
});

test('credit notifications without balances are not deduplicated, because nothing distinguishes them (WHK-6)', async () => {
  const { handler, events } = reporting();
  const { account_uuid, notification_uuid } = creditNotification;
  for (let sent = 0; sent < 2; sent++) await handler(signedRequest({ account_uuid, notification_uuid }));
  expect(events).toHaveLength(2);
});

test('receipts without a code are deduplicated by message and outcome (WHK-6)', async () => {
  const { handler, events } = reporting();
  for (const delivered of [false, false, true]) await handler(signedRequest({ ...bareReceipt, delivered }));
  expect(events).toHaveLength(2);
});
