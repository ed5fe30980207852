import { runInNewContext } from 'node:vm';
import { type LambdaEvent, verify, type WebhookBody, type WebhookHeaders } from '@messaging-service/webhooks';
import { toBytes } from '@messaging-service/webhooks/core';
import { describe, expect, test } from 'vitest';
import { headersOf } from './requests.ts';
import { inboundMessage, SECRET, SENT_AT } from './samples.ts';
import { verifyBoth } from './verify-both.ts';

const BODY = JSON.stringify({ ...inboundMessage, message: 'Ναι, 10 👍' });
const BYTES = new TextEncoder().encode(BODY);
const HEADERS = headersOf(BODY);
const options = { secrets: SECRET, now: SENT_AT };

const bodies: Record<string, () => WebhookBody> = {
  'a string': () => BODY,
  'a Buffer': () => Buffer.from(BODY),
  'a Buffer within a larger one': () => Buffer.from(`xx${BODY}yy`).subarray(2, -2),
  'a Uint8Array': () => BYTES,
  'a DataView within a larger buffer': () => {
    const room = new Uint8Array(BYTES.length + 9);
    room.set(BYTES, 5);
    return new DataView(room.buffer, 5, BYTES.length);
  },
  'an ArrayBuffer': () => BYTES.slice().buffer,
  'a SharedArrayBuffer': () => {
    const shared = new SharedArrayBuffer(BYTES.length);
    new Uint8Array(shared).set(BYTES);
    return shared;
  },
  'an ArrayBuffer of another realm': () => {
    const foreign = runInNewContext(`new ArrayBuffer(${BYTES.length})`) as ArrayBuffer;
    new Uint8Array(foreign).set(BYTES);
    return foreign;
  },
};

describe('the body can be', () => {
  test.each(Object.entries(bodies))('%s (SIG-3)', async (_title, body) => {
    const event = await verifyBoth({ body: body(), headers: HEADERS });
    expect(event).toMatchObject({ kind: 'inbound-message', payload: { message: 'Ναι, 10 👍' } });
  });

  test('shared with another thread, which is copied, so that it cannot change after verifying', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(3)).fill(7);
    const bytes = toBytes(shared);
    shared.fill(8);
    expect(bytes).toEqual(Uint8Array.of(7, 7, 7));
  });

  test('that of a Request, read to the end', async () => {
    const request = new Request('https://example.com', { method: 'POST', body: BODY, headers: HEADERS });
    const event = await verify(request, options);
    expect(event.payload).toMatchObject({ message: 'Ναι, 10 👍' });
    expect(request.bodyUsed).toBe(true);
  });

  test('overwritten while the signature is being computed: what is returned is what was verified', async () => {
    const reused = Buffer.from(BODY);
    const pending = verify({ body: reused, headers: HEADERS }, options);
    reused.fill(0x20);
    expect((await pending).payload).toMatchObject({ message: 'Ναι, 10 👍' });
  });
});

const upperCase = Object.fromEntries(
  Object.entries(HEADERS).map(([name, value]) => [name.toUpperCase(), value]),
);

const headerForms: Record<string, WebhookHeaders> = {
  Headers: new Headers(HEADERS),
  'the headers object of a Node request': { ...HEADERS, host: 'example.com', 'set-cookie': ['a', 'b'] },
  'an object whose names are in upper case': upperCase,
  'an object without a prototype': Object.assign(Object.create(null), HEADERS) as Record<string, string>,
  'an object of lists with one value each': Object.fromEntries(
    Object.entries(HEADERS).map(([name, value]) => [name, [value]]),
  ),
  'a list of pairs': Object.entries(upperCase),
  'a list of pairs among others': [['Host', 'example.com'], ...Object.entries(HEADERS), ['Accept', '*/*']],
  'a Map': new Map(Object.entries(HEADERS)),
  'a Map whose names are in upper case': new Map(Object.entries(upperCase)),
};

describe('headers can be', () => {
  test.each(Object.entries(headerForms))('%s (SIG-1)', async (_title, headers) => {
    const event = await verifyBoth({ body: BODY, headers });
    expect(event).toMatchObject({ timestamp: SENT_AT, environment: 'production' });
  });

  test('without what an object inherits', async () => {
    const inherited = Object.create(HEADERS) as Record<string, string>;
    await expect(verifyBoth({ body: BODY, headers: inherited })).rejects.toMatchObject({
      code: 'missing_signature',
    });
  });
});

const BASE64 = Buffer.from(BODY).toString('base64');
const inCapitals = Object.fromEntries(
  Object.entries(HEADERS).map(([name, value]) => [name[0]?.toUpperCase() + name.slice(1), value]),
);
const asLists = Object.fromEntries(Object.entries(inCapitals).map(([name, value]) => [name, [value]]));

/** Events as AWS writes them, cut to what matters here. */
const events: Record<string, LambdaEvent> = {
  'an HTTP API or a function URL': { headers: HEADERS, body: BODY, isBase64Encoded: false },
  'an HTTP API, with the body in base64': { headers: HEADERS, body: BASE64, isBase64Encoded: true },
  'a REST API': { headers: inCapitals, multiValueHeaders: asLists, body: BODY, isBase64Encoded: false },
  'a gateway that sends an empty map beside the headers': {
    headers: HEADERS,
    multiValueHeaders: {},
    body: BODY,
  },
  'a load balancer with lists of values': { multiValueHeaders: asLists, body: BASE64, isBase64Encoded: true },
};

test.each(Object.entries(events))(
  'the event of a Lambda function behind %s is verified as it is (SIG-3)',
  async (_title, event) => {
    expect(await verifyBoth(event)).toMatchObject({ matched: 'raw', payload: { message: 'Ναι, 10 👍' } });
  },
);

test.each([
  ['invalid_body', { headers: HEADERS, body: 'not base64!', isBase64Encoded: true }],
  ['missing_body', { headers: HEADERS, body: null, isBase64Encoded: false }],
  ['invalid_headers', { headers: null, body: BODY }],
  [
    'invalid_headers',
    { multiValueHeaders: { ...asLists, Signature: ['a', 'b'] }, headers: HEADERS, body: BODY },
  ],
  ['signature_mismatch', { headers: HEADERS, body: BASE64 }],
  // Node and `Headers` join the values of a repeated header.
  [
    'invalid_headers',
    { headers: { ...HEADERS, signature: `${HEADERS.signature}, ${HEADERS.signature}` }, body: BODY },
  ],
] as const)('%s: %o', async (code, event) => {
  await expect(verifyBoth(event)).rejects.toMatchObject({ code });
});
