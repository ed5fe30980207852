import type { ConformanceTarget, ReceivedWebhook } from '@messaging-service/conformance';
import { UNKNOWN_UUID } from '@messaging-service/conformance/core';
import { altering, delivering, rewriting } from '../altered-service.ts';
import { breaking, type WrongService } from './wrong-service.ts';

/** A service whose webhooks have another body. */
function writing(change: (body: string) => string): ConformanceTarget {
  return delivering((webhook) => ({ ...webhook, body: change(webhook.body) }));
}

/** A service that changes the headers of signed webhooks. */
function signing(change: (headers: ReceivedWebhook['headers']) => ReceivedWebhook['headers']) {
  return delivering(({ headers, body }) => ({
    headers: 'signature' in headers ? change(headers) : headers,
    body,
  }));
}

const ONLY_CASES_WITH_HANDSETS = ['webhooks.inbound-signed', 'webhooks.inbound-unsigned'];

/** Services that are wrong about webhooks. */
export const webhooks: readonly WrongService[] = [
  breaking('webhooks.delivery-receipt', 'WHK-1', 'sends receipts in another form than JSON', {
    detail: 'no delivery-receipt webhook arrived within 120 s',
    target: writing((body) => (body.includes('receiptInfo') ? `payload=${encodeURIComponent(body)}` : body)),
  }),
  breaking('webhooks.delivery-receipt', 'RCP-6', 'sends receipts without a description', {
    detail: 'the payload is invalid: receiptInfo.description is required',
    target: writing((body) => body.replace(/,"description":"[^"]*"/, '')),
  }),
  breaking('webhooks.delivery-receipt', 'RCP-6', 'reports the receipt of another message', {
    detail: `it was the receipt of ${UNKNOWN_UUID}`,
    target: writing((body) => body.replace(/"messageuuid":"[^"]+"/, `"messageuuid":"${UNKNOWN_UUID}"`)),
  }),
  breaking('webhooks.delivery-receipt', 'RCP-5', 'reports a delivered message with the code of a failure', {
    detail: 'it had delivered: true with code 22',
    target: writing((body) => body.replace('"code":"00"', '"code":"22"')),
  }),
  breaking('webhooks.retries', 'WHK-3', 'attempts twelve times', {
    detail: 'there were 12 attempts',
    target: delivering((webhook) => [webhook, webhook]),
  }),
  breaking('webhooks.inbound', 'INB-1', 'sends no webhook for a reply to a shared sender ID', {
    detail: 'no inbound-message webhook arrived within 120 s',
    target: { ...altering(() => undefined), writeFromHandset: () => undefined },
    also: ONLY_CASES_WITH_HANDSETS,
  }),
  breaking('webhooks.inbound', 'INB-2', 'leaves out the text of an inbound message', {
    detail: 'the payload is invalid: message is required',
    target: writing((body) => body.replace(/"message":"Yes",?/, '')),
    also: ['webhooks.inbound-signed'],
  }),
  breaking('webhooks.inbound', 'INB-4', 'sends inbound webhooks to another URL than that of the account', {
    detail: 'no inbound-message webhook arrived within 120 s',
    target: rewriting(({ body }) =>
      body.includes('mo_webhook_url') ? { body: body.replace('receiver.test', 'other.test') } : undefined,
    ),
    also: ONLY_CASES_WITH_HANDSETS,
  }),
  breaking('webhooks.inbound-signed', 'SIG-2', 'signs with another secret', {
    detail: 'its signature is missing or wrong',
    target: signing((headers) => ({ ...headers, signature: '0'.repeat(64) })),
  }),
  ...['signature', 'timestamp', 'environment'].map((name) =>
    breaking('webhooks.inbound-signed', 'SIG-1', `sends no ${name} with a secret`, {
      detail: 'its signature is missing or wrong',
      target: signing(({ [name]: _, ...others }) => others),
    }),
  ),
  ...['signature', 'timestamp', 'environment'].map((name) =>
    breaking('webhooks.inbound-unsigned', 'SIG-1', `sends the ${name} without a secret`, {
      detail: `it had ${name}`,
      target: delivering(({ headers, body }) => ({ headers: { [name]: 'x', ...headers }, body })),
    }),
  ),
];
