import { validate, WEBHOOK_SCHEMAS, type WebhookKind } from '@messaging-service/contract';
import { expect, test } from 'vitest';
import { payloadIssues } from '../src/event/payload-issues.ts';
import { creditNotification, deliveryReceipt, inboundMessage } from './samples.ts';

const samples: Record<WebhookKind, object> = {
  'inbound-message': inboundMessage,
  'delivery-receipt': deliveryReceipt,
  'credit-notification': creditNotification,
};

const values: readonly unknown[] = [
  '',
  'text',
  true,
  false,
  null,
  undefined,
  0,
  -0,
  1,
  -1,
  0.5,
  2 ** 53,
  2 ** 53 - 1,
  -(2 ** 53),
  1e300,
  Infinity,
  [],
  [1],
  {},
  { code: '00' },
  { code: '00', description: 'x', more: 1 },
  { code: 0, description: null },
];

const kinds = Object.keys(samples) as WebhookKind[];

/** The fields that the contract's schema rejects. */
function wrongInContract(kind: WebhookKind, payload: object): string[] {
  const result = validate<unknown>(WEBHOOK_SCHEMAS[kind], payload);
  return result.ok ? [] : result.issues.map(({ path }) => path);
}

const wrongHere = (kind: WebhookKind, payload: object) =>
  payloadIssues(kind, payload).map(({ path }) => path);

test.each(kinds)('%s: accepts the same values of each field as the schema of the contract', (kind) => {
  for (const member of Object.keys(samples[kind])) {
    for (const value of values) {
      const payload = { ...samples[kind], [member]: value };
      expect({ payload, wrong: wrongHere(kind, payload) }).toEqual({
        payload,
        wrong: wrongInContract(kind, payload),
      });
    }
  }
});

test.each(kinds)(
  '%s: accepts the same missing and additional fields as the schema of the contract',
  (kind) => {
    const members = Object.entries(samples[kind]);
    for (let chosen = 0; chosen < 2 ** members.length; chosen++) {
      const payload = Object.fromEntries(members.filter((_, index) => chosen & (2 ** index)));
      expect(wrongHere(kind, payload)).toEqual(wrongInContract(kind, payload));
      expect(wrongHere(kind, { ...payload, more: 1 })).toEqual(wrongHere(kind, payload));
    }
  },
);

test('issues name the expected type and do not show the payload', () => {
  const payload = { ...inboundMessage, batch_uuid: 5, from: '4711', to: undefined };
  expect(payloadIssues('inbound-message', payload)).toEqual([
    { path: 'batch_uuid', message: 'must be a string or null' },
    { path: 'from', message: 'must be a whole number' },
    { path: 'to', message: 'is required' },
  ]);
});
