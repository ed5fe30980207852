import { createHmac } from 'node:crypto';
import { createEmulator } from '@messaging-service/emulator';
import { expect, onTestFinished, test } from 'vitest';
import { deliveryState } from '../../src/webhooks/about.ts';
import { signedTextOf } from '../../src/webhooks/signed-text.ts';

test('an attempt without a signature covers no text', () => {
  expect(signedTextOf({ timestamp: '1', environment: 'emulator' }, '{}')).toBeUndefined();
});

test('the body is encoded as UTF-8', () => {
  const signed = signedTextOf({ signature: 's', environment: 'e', timestamp: '1' }, '{"message":"مرحبا 👋"}');
  expect(signed?.body).toBe(Buffer.from('{"message":"مرحبا 👋"}').toString('base64'));
  expect(signed?.text).toBe(`${signed?.body}.e.1`);
});

test('the HMAC of the text is the signature that the emulator sends (SIG-2)', async () => {
  const secret = 'a secret of at least sixteen';
  const requests: { headers: Record<string, string>; body: string }[] = [];
  const emulator = createEmulator({
    accounts: [
      { senders: ['DEMO'], mo: { mo_webhook_url: 'https://receiver.test/', mo_webhook_secret: secret } },
    ],
    webhooks: {
      fetch: async (input, init) => {
        const request = new Request(input, init);
        requests.push({ headers: Object.fromEntries(request.headers), body: await request.text() });
        return new Response();
      },
    },
  });
  onTestFinished(() => emulator.close());
  emulator.handset('447700900123').reply('Grüße', { to: 'DEMO' });
  await emulator.clock.advance('1s');
  const [{ headers, body } = { headers: {}, body: '' }] = requests;
  const text = signedTextOf(headers, body)?.text ?? '';
  expect(createHmac('sha256', secret).update(text).digest('base64')).toBe(headers.signature);
});

test('a delivery shows its state with the result of the latest attempt', () => {
  const attempt = { at: '2026-01-01T09:00:00.000Z', status: 503, error: null, headers: {} };
  expect(deliveryState({ state: 'pending', attempts: [] })).toBe('pending');
  expect(deliveryState({ state: 'exhausted', attempts: [attempt] })).toBe('exhausted · 503');
  const lost = { ...attempt, status: null, error: 'timeout' };
  expect(deliveryState({ state: 'pending', attempts: [attempt, lost] })).toBe('pending · no response');
});
