import { WEBHOOK_SCHEMAS, WEBHOOK_SHAPES, type WebhookKind, webhookKind } from '@messaging-service/contract';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { issuesOf, json, parsed, SENTENCES } from './issues-of.ts';

const payloads: Readonly<Record<WebhookKind, object>> = {
  'inbound-message': {
    account_uuid: 'a',
    batch_uuid: null,
    message_uuid: null,
    mo_uuid: 'mo',
    channel: 'sms',
    message: 'YES',
    at: '2026-01-01T09:30:00.000Z',
    from: 447_700_900_123,
    to: 'DEMO',
  },
  'delivery-receipt': {
    destination: '+447700900123',
    delivered: false,
    batchuuid: 'b',
    messageuuid: 'm',
    receiptInfo: { code: '22', description: 'No response from the SME' },
  },
  'credit-notification': {
    notification_uuid: 'n',
    account_uuid: 'a',
    threshold_type: 'packaged_percentage',
    threshold_value: 0.25,
    paid_credit_balance: -3,
    packaged_credit_balance: 49,
  },
};
/** With a kind that is only known at run time, the type of the payload is lost. */
const schemas: Readonly<Record<WebhookKind, z.ZodMiniType>> = WEBHOOK_SCHEMAS;
const kinds = Object.entries(payloads) as [WebhookKind, Readonly<Record<string, unknown>>][];

/** The paths of all members of a value, at any depth. */
function membersOf(value: object): string[][] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const below = typeof member === 'object' && member !== null ? membersOf(member) : [];
    return [[name], ...below.map((path) => [name, ...path])];
  });
}

/** A copy in which one member has another value. */
function withMember(value: object, [name = '', ...rest]: readonly string[], by: unknown): object {
  const member: unknown = Reflect.get(value, name);
  return { ...value, [name]: rest.length === 0 ? by : withMember(member as object, rest, by) };
}

describe('each webhook is recognized by its payload and read (WHK-1)', () => {
  test.each(kinds)('%s', (kind, payload) => {
    expect(webhookKind(payload)).toBe(kind);
    expect(parsed(schemas[kind], payload)).toEqual(payload);
  });

  test.each(kinds)('%s from a newer service keeps its unknown fields', (kind, payload) => {
    const newer = { ...payload, introduced_later: [1] };
    expect(webhookKind(newer)).toBe(kind);
    expect(parsed(schemas[kind], newer)).toEqual(newer);
  });

  test.each(kinds)(
    '%s from a newer service is recognized beside members of other kinds (API-6)',
    (kind, payload) => {
      for (const [, { mo_uuid, messageuuid, notification_uuid, ...others }] of kinds)
        expect(webhookKind({ ...others, ...payload })).toBe(kind);
    },
  );

  test.each(kinds)('%s is recognized without any one of its fields (WHK-9)', (kind, payload) => {
    for (const name of Object.keys(payload))
      expect(
        webhookKind(Object.fromEntries(Object.entries(payload).filter(([other]) => other !== name))),
      ).toBe(kind);
  });

  test.each(kinds)('%s is refused without any one of its fields', (kind, payload) => {
    for (const name of Object.keys(payload)) {
      const rest = Object.fromEntries(Object.entries(payload).filter(([other]) => other !== name));
      expect(issuesOf(schemas[kind], rest)).toEqual([{ path: name, message: SENTENCES.required }]);
    }
  });

  test.each(kinds)('%s is refused where a field has another type', (kind, payload) => {
    for (const path of membersOf(payload)) {
      const wrong = withMember(payload, path, { wrong: true });
      expect(issuesOf(schemas[kind], wrong).map((issue) => issue.path)).toContainEqual(
        expect.stringMatching(new RegExp(`^${path.join('\\.')}`)),
      );
    }
  });

  test.each(kinds)('%s has the same fields in its shape as in its payload', (kind, payload) => {
    expect(membersOf(WEBHOOK_SHAPES[kind])).toEqual(membersOf(payload));
  });

  test('a reply names the batch and the message that it replies to (INB-3)', () => {
    const reply = { ...payloads['inbound-message'], batch_uuid: 'b', message_uuid: 'm' };
    expect(parsed(WEBHOOK_SCHEMAS['inbound-message'], reply)).toEqual(reply);
  });

  test('the sender of an inbound message is an integer (API-3)', () => {
    const inbound = { ...payloads['inbound-message'], from: '447700900123' };
    expect(issuesOf(WEBHOOK_SCHEMAS['inbound-message'], inbound)).toEqual([
      { path: 'from', message: 'must be a number, not a string' },
    ]);
  });

  test('an unknown threshold type survives (API-6)', () => {
    const newer = { ...payloads['credit-notification'], threshold_type: 'paid_percentage' };
    expect(parsed(WEBHOOK_SCHEMAS['credit-notification'], newer)).toEqual(newer);
  });
});

test.each<[unknown]>([
  [undefined],
  [null],
  ['mo_uuid'],
  [7],
  [[]],
  [{}],
  [{ account_uuid: 'a' }],
  [{ event: 'read', message_uuid: 'm', batch_uuid: 'b' }],
  [{ event: 'quota', threshold_type: 'paid_fixed_number' }],
  [json('{"__proto__":{"mo_uuid":"x"}}')],
])('a payload of an unknown kind has no kind: %j (WHK-1)', (payload) => {
  expect(webhookKind(payload)).toBeUndefined();
});
