import { sign, signSync } from '@messaging-service/webhooks';
import { equalsInConstantTime } from '@messaging-service/webhooks/core';
import { expect, test } from 'vitest';
import { headersOf } from './requests.ts';
import { ENVIRONMENT, SECRET, SENT_AT, TIMESTAMP } from './samples.ts';
import { failureOf, verifyBoth } from './verify-both.ts';

/*
 * Computed with OpenSSL 3, not with this package:
 *
 *   body=$(printf '%s' "$minified" | openssl base64 -A)
 *   printf '%s.%s.%s' "$body" "$environment" "$timestamp" |
 *     openssl dgst -sha256 -hmac "$secret" -binary | openssl base64 -A
 */
const MINIFIED = String.raw`{"account_uuid":"0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f","batch_uuid":null,"message_uuid":null,"mo_uuid":"0190f3c4-0000-7c8d-9e0f-1a2b3c4d5e6f","channel":"sms","message":"Yes, see you at 10 \u2014 caf\u00e9 na\u00efve","at":"2026-01-01T09:30:00.000Z","from":447700900123,"to":"447700900990"}`;
const PRETTY = MINIFIED.replaceAll('","', '",\r\n\t"').replace('{', '{\n  ').replaceAll('":', '" : ');

const answers = [
  { title: 'a timestamp in seconds', signature: 'ufN8izAGPDBW6nvGCcNMRR5fpqcFaHZcHkA3PdOosF8=' },
  {
    title: 'a pretty-printed body, signed in its minified form',
    body: PRETTY,
    signature: 'ufN8izAGPDBW6nvGCcNMRR5fpqcFaHZcHkA3PdOosF8=',
  },
  {
    title: 'a timestamp in milliseconds',
    timestamp: '1767259800123',
    signature: 'W5Uk1GGzBi3fV2V/qFsseHe0UlXFafZytb9CISMlIpY=',
  },
  {
    title: 'another environment',
    environment: 'sandbox',
    signature: 'xiH3/vSrNS7B5jIjclQtPV0uiLhWL+sjG7ZEGtaKj6A=',
  },
  {
    title: 'a secret that is not ASCII',
    secret: 'пароль-🔑',
    signature: 'ciw1Z/cKf9z8ehHp4c+0aWWxUB9KPLGTYLtrOWu4mTE=',
  },
  {
    title: 'a body that is not ASCII',
    body: '{"text":"Ünïcödé 👋","n":100.00}',
    signature: 'qErDTaCrHCNMY8kDOq9Z+pcVC6D620uEnq3T3BwVFAY=',
  },
];

test.each(answers)(
  'the signature is the one OpenSSL computes: $title (SIG-2)',
  async ({
    body = MINIFIED,
    timestamp = TIMESTAMP,
    environment = ENVIRONMENT,
    secret = SECRET,
    signature,
  }) => {
    const input = { body, timestamp, environment, secret };
    const headers = { signature, timestamp, environment };

    expect(signSync(input)).toEqual(headers);
    expect(await sign(input)).toEqual(headers);
    const event = await verifyBoth({ body, headers }, { secrets: secret, now: SENT_AT });
    const milliseconds = Number(timestamp.padEnd(13, '0'));
    expect(event).toMatchObject({ verified: true, timestamp: milliseconds, environment });
  },
);

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

test('every character of a signature counts, also the bits that base64 decoders ignore (SIG-3)', async () => {
  const headers = headersOf('{}');
  const { signature = '' } = headers;
  for (let index = 0; index < 43; index++) {
    const next = BASE64[(BASE64.indexOf(signature.charAt(index)) + 1) % 64];
    const other = `${signature.slice(0, index)}${next}${signature.slice(index + 1)}`;
    const changed = { body: '{}', headers: { ...headers, signature: other } };
    const { code } = await failureOf(() => verifyBoth(changed));
    expect(code).toBe('signature_mismatch');
  }
});

test('texts of different lengths are not equal', () => {
  for (const other of ['', 'ab', 'abcd']) expect(equalsInConstantTime('abc', other)).toBe(false);
});
