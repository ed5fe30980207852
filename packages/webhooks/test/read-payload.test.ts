import { validate, WEBHOOK_SCHEMAS, type WebhookKind } from '@messaging-service/contract';
import { parse } from '@messaging-service/webhooks';
import { readPayload } from '@messaging-service/webhooks/core';
import { expect, test } from 'vitest';
import { inboundMessage, samples } from './samples.ts';
import { failureOf } from './verify-both.ts';

const numbers = [0, -0, 1, -1, 0.5, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 1e300, Infinity];
const objects = [
  {},
  { code: '00' },
  { code: '00', description: 'x', more: 1 },
  { code: 0, description: null },
];
const values: readonly unknown[] = [
  '',
  'text',
  true,
  false,
  null,
  undefined,
  [],
  [1],
  ...numbers,
  ...objects,
];

const kinds = Object.keys(samples) as WebhookKind[];

/** The fields that the contract's schema rejects. */
function wrongInContract(kind: WebhookKind, payload: object): string[] {
  const result = validate<unknown>(WEBHOOK_SCHEMAS[kind], payload);
  return result.ok ? [] : result.issues.map(({ path }) => path);
}

const wrongHere = (kind: WebhookKind, payload: object) =>
  readPayload(kind, payload).differences.map(({ path }) => path);

test.each(kinds)(
  '%s: reports the values of each field that the schema of the contract rejects (WHK-9)',
  (kind) => {
    for (const member of Object.keys(samples[kind])) {
      for (const value of values) {
        const payload = { ...samples[kind], [member]: value };
        const wrong = wrongHere(kind, payload);
        expect({ payload, wrong }).toEqual({ payload, wrong: wrongInContract(kind, payload) });
      }
    }
  },
);

test.each(kinds)(
  '%s: reports the missing fields that the schema of the contract rejects, and no additional ones (WHK-9)',
  (kind) => {
    const members = Object.entries(samples[kind]);
    for (let chosen = 0; chosen < 2 ** members.length; chosen++) {
      const payload = Object.fromEntries(members.filter((_, index) => chosen & (2 ** index)));
      expect(wrongHere(kind, payload)).toEqual(wrongInContract(kind, payload));
      expect(wrongHere(kind, { ...payload, more: 1 })).toEqual(wrongHere(kind, payload));
    }
  },
);

test('differences name the expected type and do not show the payload', () => {
  const payload = { ...inboundMessage, batch_uuid: true, from: 'BANK', to: undefined };
  expect(readPayload('inbound-message', payload).differences).toEqual([
    { path: 'batch_uuid', message: 'must be a string or null' },
    { path: 'from', message: 'must be a whole number' },
    { path: 'to', message: 'is required' },
  ]);
});

test.each<[kind: WebhookKind, sent: object, read?: object]>([
  ['delivery-receipt', { receiptInfo: undefined }],
  ['delivery-receipt', { receiptInfo: null }, { receiptInfo: undefined }],
  ['delivery-receipt', { receiptInfo: 'ok' }],
  ['delivery-receipt', { receiptInfo: { code: '22' } }],
  [
    'delivery-receipt',
    { receiptInfo: { code: 22, description: 'Off' } },
    { receiptInfo: { code: '22', description: 'Off' } },
  ],
  [
    'delivery-receipt',
    { receiptInfo: { code: 'ff09', description: null, network: null }, at: 1 },
    { receiptInfo: { code: 'ff09', network: null }, at: 1 },
  ],
  ['delivery-receipt', { messageuuid: 7 }, { messageuuid: '7' }],
  ['inbound-message', { from: '+447700900123' }, { from: 447700900123 }],
  ['inbound-message', { from: 'BANK' }],
  ['inbound-message', { message: null }, { message: undefined }],
  ['inbound-message', { mo_uuid: 12 }, { mo_uuid: '12' }],
  ['inbound-message', { batch_uuid: 12 }, { batch_uuid: '12' }],
  ['credit-notification', { paid_credit_balance: '-12.5' }, { paid_credit_balance: -12.5 }],
  ['credit-notification', { paid_credit_balance: 'none' }],
  ['credit-notification', { packaged_credit_balance: null }, { packaged_credit_balance: undefined }],
])('%s with %j is read, and its difference is reported (WHK-9)', (kind, sent, read = sent) => {
  const payload = { ...samples[kind], ...sent };
  const copy = structuredClone(payload);
  expect(parse(payload)).toMatchObject({ kind, differences: [{ path: expect.any(String) as unknown }] });
  expect(parse(payload).payload).toEqual({ ...payload, ...read });
  expect(payload).toEqual(copy);
});

test.each<[kind: WebhookKind, sent: object, reason: string]>([
  ['delivery-receipt', { messageuuid: null }, 'messageuuid is required'],
  ['delivery-receipt', { messageuuid: '' }, 'messageuuid is required'],
  ['delivery-receipt', { delivered: 'yes' }, 'delivered must be a boolean'],
  ['delivery-receipt', { messageuuid: undefined }, 'messageuuid is required'],
  ['inbound-message', { mo_uuid: null }, 'mo_uuid is required'],
  ['inbound-message', { mo_uuid: undefined }, 'mo_uuid is required'],
  ['inbound-message', { from: null }, 'from is required'],
  ['credit-notification', { account_uuid: {} }, 'account_uuid must be a string'],
  ['credit-notification', { notification_uuid: [] }, 'notification_uuid must be a string'],
  ['credit-notification', { notification_uuid: undefined }, 'notification_uuid is required'],
])('%s with %j cannot be used, and is refused: %s (WHK-9)', async (kind, sent, reason) => {
  const error = await failureOf(() => parse(JSON.stringify({ ...samples[kind], ...sent })));
  expect(error.code).toBe('invalid_payload');
  expect(error.message).toContain(reason);
});

test('the members that identify an event are enough (WHK-9)', () => {
  for (const payload of [
    { messageuuid: 'a', delivered: false },
    { mo_uuid: 'a', from: 447700900123 },
    { notification_uuid: 'a', account_uuid: 'b' },
  ])
    expect(parse(payload)).toMatchObject({ payload, differences: expect.any(Array) as unknown });
});
