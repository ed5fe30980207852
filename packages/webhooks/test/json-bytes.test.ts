import { buildInboundMessage, parse, signTestWebhook, type WebhookBody } from '@messaging-service/webhooks';
import { describe, expect, test } from 'vitest';
import { receiver } from './receiver.ts';
import { headersOf } from './requests.ts';
import { inboundMessage, SECRET, SENT_AT } from './samples.ts';
import { verifyBoth } from './verify-both.ts';

const BODY = JSON.stringify({ ...inboundMessage, message: 'Ναι 👍' });
const BYTES = new TextEncoder().encode(BODY);
const again = (value: unknown) => JSON.parse(JSON.stringify(value)) as WebhookBody;

describe('bytes that a JSON serializer wrote are bytes (SIG-3)', () => {
  test.each<[string, WebhookBody]>([
    ['a Buffer', again(Buffer.from(BODY))],
    ['a Uint8Array', again(BYTES)],
    ['a list of bytes', again([...BYTES])],
  ])('%s', async (_form, body) => {
    expect(await verifyBoth({ body, headers: headersOf(BODY) })).toMatchObject({ matched: 'raw' });
    expect(parse(body)).toMatchObject({ kind: 'inbound-message', payload: { message: 'Ναι 👍' } });
    const { handler, events } = receiver({ policy: { inboundMessage: 'accept-unsigned' } });
    expect((await handler({ headers: {}, body })).status).toBe(200);
    expect(events).toMatchObject([{ kind: 'inbound-message', verified: false }]);
  });

  test.each([
    ['a payload', inboundMessage],
    ['an empty object', {}],
    ['an empty list', []],
    ['a list of other numbers', [1, 256]],
    ['a list with a hole in its names', { 0: 123, 2: 125 }],
    ['a Buffer that was changed', { type: 'Buffer', data: ['7b'] }],
  ])('but not %s', async (_title, body) => {
    await expect(verifyBoth({ body: body as never, headers: headersOf(BODY) })).rejects.toMatchObject({
      code: 'parsed_body',
    });
  });
});

describe('signTestWebhook', () => {
  test.each<[string, object | string]>([
    ['text', BODY],
    ['a Buffer', Buffer.from(BODY)],
    ['a Uint8Array', BYTES],
    ['an ArrayBuffer', BYTES.slice().buffer],
    ['a DataView', new DataView(BYTES.slice().buffer)],
    ['a Blob', new Blob([BODY])],
    ['a Buffer of JSON', again(Buffer.from(BODY))],
    ['an object', JSON.parse(BODY) as object],
    ['an object without a prototype', Object.assign(Object.create(null) as object, JSON.parse(BODY))],
  ])('signs the content of %s', async (_form, payload) => {
    const webhook = await signTestWebhook(payload, { secret: SECRET, timestamp: SENT_AT });
    expect(webhook.body).toBe(BODY);
    expect(await verifyBoth(webhook)).toMatchObject({ payload: { message: 'Ναι 👍' } });
  });

  test.each<[string, unknown, string]>([
    ['a Map', new Map(), 'an instance of Map'],
    ['a Date', new Date(), 'an instance of Date'],
    ['an instance of a class', new (class Reply {})(), 'an instance of Reply'],
    ['a promise', Promise.resolve(buildInboundMessage()), 'an instance of Promise'],
    ['a Request', new Request('https://app.example/'), 'an instance of Request'],
    ['a stream', new ReadableStream(), 'an instance of ReadableStream'],
    ['a function', () => buildInboundMessage(), 'a function'],
    ['a number', 7, 'a number'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
  ])('refuses %s', async (_form, payload, type) => {
    await expect(signTestWebhook(payload as object, { secret: SECRET })).rejects.toMatchObject({
      code: 'invalid_body',
      message: expect.stringContaining(`The payload is ${type}, which is not a payload.`) as string,
    });
  });

  test('refuses bytes that are not UTF-8, because the body is text', async () => {
    await expect(signTestWebhook(Buffer.from([0x7b, 0xff]), { secret: SECRET })).rejects.toThrow('not UTF-8');
  });
});
