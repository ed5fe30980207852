import type { WebhookKind } from '@messaging-service/contract';
import { parse } from '@messaging-service/webhooks';
import { describe, expect, test } from 'vitest';
import { signed } from './requests.ts';
import { deliveryReceipt, inboundMessage, phoneNumbers, samples } from './samples.ts';
import { failureOf, verifyBoth } from './verify-both.ts';

describe.each(Object.entries(samples) as [WebhookKind, object][])('%s', (kind, payload) => {
  const body = JSON.stringify({ ...payload, added_later: { nested: [1, null] } });

  test('is recognized when signed, and unknown fields are kept (API-6)', async () => {
    const event = await verifyBoth(signed(body));
    expect(event).toMatchObject({ kind, verified: true });
    expect(event.payload).toEqual(JSON.parse(body));
  });

  test('is recognized when not signed, and says so (WHK-1)', () => {
    const phoneNumber = phoneNumbers[kind];
    expect(parse(body)).toEqual({ kind, phoneNumber, verified: false, payload: JSON.parse(body) as unknown });
  });

  test('is parsed from bytes and from what a JSON parser made of it', () => {
    const expected = parse(body);
    expect(parse(Buffer.from(body))).toEqual(expected);
    expect(parse(new TextEncoder().encode(body).buffer)).toEqual(expected);
    expect(parse(JSON.parse(body) as object)).toEqual(expected);
  });
});

test.each([
  [{ ...inboundMessage, from: 447700900123 }, '447700900123'],
  [{ ...inboundMessage, from: '447700900123' }, '447700900123'],
  [{ ...inboundMessage, from: '+44 7700 900123' }, '447700900123'],
  [{ ...inboundMessage, from: 'A BANK' }, undefined],
  [{ ...inboundMessage, from: 60777 }, undefined],
  [{ ...inboundMessage, from: '07700900123' }, undefined],
  [{ ...deliveryReceipt, destination: '+447700900123' }, '447700900123'],
  [{ ...deliveryReceipt, destination: '447700900123' }, '447700900123'],
  [{ ...deliveryReceipt, destination: 447700900123 }, '447700900123'],
  [{ ...deliveryReceipt, destination: null }, undefined],
])(
  'the number of the phone has the form in which messages are sent, in any form of the payload %# (API-3)',
  (payload, number) => {
    const event = parse(payload);
    expect(event.phoneNumber).toBe(number);
  },
);

test.each([
  ['an object with none of the marks', '{"event":"of tomorrow"}'],
  ['an empty object', '{}'],
  ['a list', '[{"mo_uuid":"x"}]'],
  ['a string', '"mo_uuid"'],
  ['a number', '1'],
  ['null', 'null'],
])('%s is of unknown kind, for a newer service may send what this version does not know', (_title, body) => {
  expect(parse(body)).toEqual({ kind: 'unknown', verified: false, payload: JSON.parse(body) as unknown });
});

test.each([
  ['text that is not JSON', '{"a":', 'invalid_json'],
  ['no text', '', 'invalid_json'],
  ['nothing', undefined, 'missing_body'],
  ['a Request that was not read', new Request('https://example.com'), 'invalid_body'],
  ['a promise of text', Promise.resolve('{}'), 'invalid_body'],
])('%s is refused: %s', async (_title, body, code) => {
  expect((await failureOf(() => parse(body as string))).code).toBe(code);
});
