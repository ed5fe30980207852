import { validate, WEBHOOK_SCHEMAS, type WebhookKind } from '@messaging-service/contract';
import { expect, test } from 'vitest';
import { readPayload } from '../src/event/read-payload.ts';
import { parse } from '../src/index.ts';
import { creditNotification, deliveryReceipt, inboundMessage } from './samples.ts';
import { failureOf } from './verify-both.ts';

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
  readPayload(kind, payload).differences.map(({ path }) => path);

test.each(kinds)(
  '%s: reports the values of each field that the schema of the contract rejects (WHK-9)',
  (kind) => {
    for (const member of Object.keys(samples[kind])) {
      for (const value of values) {
        const payload = { ...samples[kind], [member]: value };
        expect({ payload, wrong: wrongHere(kind, payload) }).toEqual({
          payload,
          wrong: wrongInContract(kind, payload),
        });
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

const { receiptInfo: _receiptInfo, ...bareReceipt } = deliveryReceipt;

test.each<[string, object, object]>([
  ['without receiptInfo', bareReceipt, bareReceipt],
  ['whose receiptInfo is null', { ...bareReceipt, receiptInfo: null }, bareReceipt],
  [
    'without a description',
    { ...bareReceipt, receiptInfo: { code: '22' } },
    { ...bareReceipt, receiptInfo: { code: '22' } },
  ],
  [
    'whose code is a number',
    { ...bareReceipt, receiptInfo: { code: 22, description: 'Off' } },
    { ...bareReceipt, receiptInfo: { code: '22', description: 'Off' } },
  ],
  [
    'with an unknown code and unknown members',
    { ...bareReceipt, receiptInfo: { code: 'ff09', description: null, network: null }, at: 1 },
    { ...bareReceipt, receiptInfo: { code: 'ff09', network: null }, at: 1 },
  ],
  [
    'whose receiptInfo is a text',
    { ...bareReceipt, receiptInfo: 'ok' },
    { ...bareReceipt, receiptInfo: 'ok' },
  ],
  [
    'that has its identifying members and nothing else',
    { messageuuid: 7, delivered: false },
    { messageuuid: '7', delivered: false },
  ],
])('a receipt %s is read, and its differences are reported (WHK-9)', (_title, sent, read) => {
  const event = parse(JSON.stringify(sent));
  expect(event).toMatchObject({ kind: 'delivery-receipt', differences: expect.any(Array) as unknown });
  expect(event.payload).toEqual(read);
});

test.each<[string, object, object]>([
  ['from is digits with a plus', { from: '+447700900123' }, { from: 447700900123 }],
  ['from is a sender ID', { from: 'BANK' }, { from: 'BANK' }],
  ['message is null', { message: null }, { message: undefined }],
  ['mo_uuid is a number', { mo_uuid: 12 }, { mo_uuid: '12' }],
  ['batch_uuid is a number', { batch_uuid: 12 }, { batch_uuid: '12' }],
])('an inbound message is read when %s (WHK-9)', (_title, members, read) => {
  const { payload, differences } = readPayload('inbound-message', { ...inboundMessage, ...members });
  expect(payload).toEqual({ ...inboundMessage, ...read });
  expect(differences).toHaveLength(1);
});

test.each<[string, object, object]>([
  ['balances are texts', { paid_credit_balance: '-12.5' }, { paid_credit_balance: -12.5 }],
  ['a balance is not a number', { paid_credit_balance: 'none' }, { paid_credit_balance: 'none' }],
  ['a balance is missing', { packaged_credit_balance: null }, { packaged_credit_balance: undefined }],
])('a credit notification is read when %s (WHK-9)', (_title, members, read) => {
  const { payload } = readPayload('credit-notification', { ...creditNotification, ...members });
  expect(payload).toEqual({ ...creditNotification, ...read });
});

test.each<[string, object, string]>([
  ['a receipt without messageuuid', { ...deliveryReceipt, messageuuid: null }, 'messageuuid is required'],
  [
    'a receipt whose messageuuid is empty',
    { ...deliveryReceipt, messageuuid: '' },
    'messageuuid is required',
  ],
  [
    'a receipt that does not say whether it is delivered',
    { ...deliveryReceipt, delivered: 'yes' },
    'delivered must be a boolean',
  ],
  ['an inbound message without mo_uuid', { ...inboundMessage, mo_uuid: null }, 'mo_uuid is required'],
  ['an inbound message without from', { ...inboundMessage, from: null }, 'from is required'],
  [
    'a credit notification without account_uuid',
    { ...creditNotification, account_uuid: {} },
    'account_uuid must be a string',
  ],
  [
    'a credit notification without notification_uuid',
    { ...creditNotification, notification_uuid: [] },
    'notification_uuid must be a string',
  ],
])('%s cannot be used, and is refused (WHK-9)', async (_title, payload, reason) => {
  const error = await failureOf(() => parse(payload));
  expect(error.code).toBe('invalid_payload');
  expect(error.message).toContain(reason);
});

test('the payload that the caller passed is not changed', () => {
  const payload = { ...deliveryReceipt, destination: 447700900123, receiptInfo: { code: 22 } };
  const copy = structuredClone(payload);
  parse(payload);
  expect(payload).toEqual(copy);
});
