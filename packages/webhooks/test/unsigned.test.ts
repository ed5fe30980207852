import { describe, expect, test } from 'vitest';
import { buildDeliveryReceipt, createMemoryDedupeStore } from '../src/index.ts';
import { expectSignedEventKept } from './kept-events.ts';
import { receiver } from './receiver.ts';
import { signedRequest, unsignedRequest } from './requests.ts';
import { deliveryReceipt } from './samples.ts';

const forged = { ...deliveryReceipt, delivered: false, receiptInfo: { code: '22', description: 'Failed' } };

describe('a receipt without a signature', () => {
  test('never displaces a signed event from a store in memory', () =>
    expectSignedEventKept({ dedupe: createMemoryDedupeStore({ maxKeys: 100 }) }, 101));

  test('never hides a signed one, although it has the same content', async () => {
    const { handler, events } = receiver();
    for (const request of [unsignedRequest(deliveryReceipt), signedRequest(deliveryReceipt)])
      expect((await handler(request)).status).toBe(200);
    expect(events.map(({ verified }) => verified)).toEqual([false, true]);
  });

  test.each([
    ['another outcome', forged],
    ['the same outcome and another destination', { ...deliveryReceipt, destination: '+440' }],
    [
      'the same outcome and another description',
      { ...deliveryReceipt, receiptInfo: { code: '00', description: '' } },
    ],
    ['a member more', { ...deliveryReceipt, more: 1 }],
  ])('does not hide the genuine one, unsigned too, by %s', async (_title, payload) => {
    const { handler, events } = receiver();
    await handler(unsignedRequest(payload));
    expect((await handler(unsignedRequest(deliveryReceipt))).status).toBe(200);
    expect(events.at(-1)).toMatchObject({ payload: deliveryReceipt });
  });

  test('is acted on once, however often the service sends it', async () => {
    const { handler, events } = receiver();
    const receipt = buildDeliveryReceipt();
    for (let attempt = 0; attempt < 6; attempt++)
      expect((await handler(unsignedRequest(receipt))).status).toBe(200);
    expect(events).toHaveLength(1);
  });

  test('is acted on once where a parser has read the body, too', async () => {
    const { handler, events } = receiver();
    const request = { headers: {}, body: deliveryReceipt as unknown as string };
    for (let attempt = 0; attempt < 2; attempt++) expect((await handler(request)).status).toBe(200);
    expect((await handler({ ...request, body: forged as unknown as string })).status).toBe(200);
    expect(events.map(({ payload }) => payload)).toEqual([deliveryReceipt, forged]);
  });

  test('is claimed under a key of its own, which shows the store that it was not verified', async () => {
    const claims: string[][] = [];
    const { handler } = receiver({
      dedupe: {
        claim: async (key) => {
          claims.push(key.split(':', 2));
          return { state: 'done' };
        },
      },
    });
    await handler(unsignedRequest(deliveryReceipt));
    await handler(signedRequest(deliveryReceipt));
    expect(claims).toEqual([
      ['unverified', 'delivery-receipt'],
      ['verified', 'delivery-receipt'],
    ]);
  });
});
