import { sign, signTestWebhook, verify, verifySync } from '@messaging-service/webhooks';
import { expect, test } from 'vitest';
import { inboundMessage, SECRET, SENT_AT, TIMESTAMP } from './samples.ts';

test('verify and verifySync accept its result, which is also the second argument of Request (SIG-2, WHK-1)', async () => {
  const signed = await signTestWebhook(inboundMessage, { secret: SECRET });
  const expected = { kind: 'inbound-message', environment: 'test', payload: inboundMessage };
  expect(await verify(signed, { secrets: SECRET, environment: 'test' })).toMatchObject(expected);
  expect(verifySync(signed, { secrets: SECRET })).toMatchObject(expected);
  const request = new Request('https://example.com/hook', signed);
  expect([request.method, request.headers.get('content-type')]).toEqual(['POST', 'application/json']);
  expect(await verify(request, { secrets: SECRET })).toMatchObject(expected);
});

test('environment and time can be chosen', async () => {
  const options = { secret: SECRET, environment: 'production', timestamp: TIMESTAMP };
  const signed = await signTestWebhook(inboundMessage, options);
  expect(signed.headers).toMatchObject({ environment: 'production', timestamp: TIMESTAMP });
  expect(verifySync(signed, { secrets: SECRET, now: SENT_AT }).timestamp).toBe(SENT_AT);
});

test('without options the error names the secret', async () => {
  await expect(signTestWebhook(inboundMessage, undefined as never)).rejects.toThrow('missing_secret');
});

test('a payload that is a text is sent unchanged', async () => {
  const text = JSON.stringify(inboundMessage, null, 4);
  const signed = await signTestWebhook(text, { secret: SECRET });
  expect(signed.body).toBe(text);
  expect(verifySync(signed, { secrets: SECRET }).matched).toBe('minified');
});

test('a payload that is not JSON is refused like any other', async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  for (const payload of [{ amount: 5n }, circular])
    await expect(signTestWebhook(payload, { secret: SECRET })).rejects.toMatchObject({
      code: 'invalid_body',
      message: expect.stringContaining('The payload cannot be written as JSON.') as string,
    });
});

test('sign refuses a payload instead of its text, and says what to sign', async () => {
  const input = { body: inboundMessage as never, secret: SECRET, environment: 'test' };
  await expect(sign(input)).rejects.toThrow('Sign the text and send it: JSON.stringify(payload).');
});
