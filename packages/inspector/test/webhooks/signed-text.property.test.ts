import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deliveryState } from '../../src/webhooks/about.ts';
import { signedTextOf } from '../../src/webhooks/signed-text.ts';

test('the signed text of any body is its UTF-8 in base64, then the environment and the time (SIG-2)', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  fc.assert(
    fc.property(text, fc.string(), fc.nat().map(String), (body, environment, timestamp) => {
      const signed = signedTextOf({ signature: 's', environment, timestamp }, body);
      const encoded = Buffer.from(body).toString('base64');
      expect(signed).toEqual({
        body: encoded,
        environment,
        timestamp,
        text: `${encoded}.${environment}.${timestamp}`,
      });
    }),
  );
});

test('a header that is missing is an empty part, so that the user sees what was not sent', () => {
  expect(signedTextOf({ signature: 's' }, '{}')?.text).toBe('e30=..');
});

test('a body of a hundred thousand characters is encoded, too', () => {
  const body = 'ж'.repeat(100_000);
  expect(signedTextOf({ signature: 's' }, body)?.body).toBe(Buffer.from(body).toString('base64'));
});

test('a delivery shows the result of its latest attempt, however many there were', () => {
  const attempt = fc.record({
    at: fc.constant('2026-01-01T09:00:00.000Z'),
    status: fc.option(fc.constantFrom(200, 404, 500, 503)),
    error: fc.constant(null),
    headers: fc.constant({}),
  });
  fc.assert(
    fc.property(fc.array(attempt, { minLength: 1, maxLength: 6 }), (attempts) => {
      expect(deliveryState({ state: 'pending', attempts })).toBe(
        `pending · ${attempts.at(-1)?.status ?? 'no response'}`,
      );
    }),
  );
});
