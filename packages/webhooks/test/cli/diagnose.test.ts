import { WebhookVerificationError } from '@messaging-service/webhooks';
import { type DiagnoseOptions, diagnose, readCapture } from '@messaging-service/webhooks/core';
import { describe, expect, test } from 'vitest';
import { headersOf } from '../requests.ts';
import { inboundMessage, SECRET, SENT_AT } from '../samples.ts';

const BODY = JSON.stringify({ ...inboundMessage, message: 'Ναι, <é> & 50/50' });

function textsOf(
  body: unknown,
  headers: Readonly<Record<string, string>>,
  options: Partial<DiagnoseOptions> = {},
): string {
  const request = {
    body: typeof body === 'string' ? Buffer.from(body) : body,
    headers: Object.entries(headers),
  };
  const { outcome, findings } = diagnose(request, {
    secrets: [SECRET],
    tolerance: 300,
    now: SENT_AT,
    ...options,
  });
  const texts = findings.map(({ verdict, text }) => `${verdict} ${text}`).join('\n');
  expect(texts).not.toContain(SECRET);
  const code = outcome instanceof WebhookVerificationError ? outcome.code : undefined;
  return `${code}\n${texts}`;
}

describe('the signature of a captured request', () => {
  test.each([
    ['as text', '{"n": 100.0, "t": "\u00e9"}'],
    ['as text with a byte order mark', '\ufeff{"n":100,"t":"\u00e9"}'],
    ['as a value', JSON.parse('{"n": 100.0, "t": "\u00e9"}') as unknown],
  ])('matches the body only after it was parsed and serialized again: captured %s', (_title, received) => {
    const texts = textsOf(received, headersOf('{"n":100,"t":"é"}'));
    expect(texts).toContain('bad signature: matches the body only after it was parsed and serialized again');
    expect(texts).toContain('note The secret is right. A parser has read the body');
  });

  test('matches nothing: the secret is another one, or the request was changed', () => {
    for (const texts of [
      textsOf(BODY, headersOf(BODY), { secrets: ['another'] }),
      textsOf(BODY.replace('sms', 'rcs'), headersOf(BODY)),
      textsOf(BODY, { ...headersOf(BODY), environment: 'sandbox' }),
    ]) {
      expect(texts).toMatch(/^signature_mismatch\n/);
      expect(texts).toContain('matches neither the body as received, nor minified, nor parsed');
      expect(texts).toContain(
        "note Your secret differs from the sender's, or the request was changed on the way.",
      );
    }
  });

  test('tells a changed body from another secret by the body as it was sent', () => {
    const sent = Buffer.from(BODY);
    expect(textsOf(BODY.replace('sms', 'rcs'), headersOf(BODY), { sent })).toContain(
      'bad signature: matches the body as it was sent\nnote The secret is right.',
    );
    expect(textsOf(BODY, headersOf(BODY), { secrets: ['another'], sent })).toContain(
      'bad signature: does not match the body as it was sent either\nnote The body is not the cause',
    );
  });

  test('cannot be checked without its headers', () => {
    expect(textsOf(BODY, {})).toBe(`missing_signature\ngood body: ${Buffer.byteLength(BODY)} bytes`);
  });
});

test('a body that is shorter than content-length is reported as incomplete', () => {
  const headers = { ...headersOf(BODY), 'content-length': String(Buffer.byteLength(BODY)) };
  expect(textsOf(BODY.slice(0, -9), headers)).toMatch(/bad body: \d+ bytes, but content-length is "\d+"/);
});

test('a body that was captured as parsed JSON is reported as such', () => {
  expect(textsOf(inboundMessage, headersOf(BODY))).toMatch(
    /^parsed_body\n[\s\S]*the bytes that were signed are lost/,
  );
});

test('a payload that is signed and wrong names its fields', () => {
  const body = '{"mo_uuid":null}';
  expect(textsOf(body, headersOf(body))).toMatch(/^invalid_payload\n[\s\S]*bad payload: mo_uuid is required/);
});

describe('a captured request', () => {
  const pairs = Object.entries(headersOf(BODY));
  const expected = { body: Buffer.from(BODY), headers: pairs };
  test.each([
    ['the event of a Lambda function', { headers: headersOf(BODY), body: BODY, isBase64Encoded: false }],
    [
      'one in base64',
      { headers: headersOf(BODY), body: Buffer.from(BODY).toString('base64'), isBase64Encoded: true },
    ],
    [
      'one with lists of values',
      { multiValueHeaders: Object.fromEntries(pairs.map(([k, v]) => [k, [v]])), headers: {}, body: BODY },
    ],
    ['headers in pairs', { headers: pairs, body: BODY }],
    ['a log with a raw body beside the parsed one', { headers: pairs, body: {}, rawBody: BODY }],
    ['a line of listen', { request: { headers: pairs, body: BODY } }],
    ['a log that also names the request', { request: 'POST /hook', headers: pairs, body: BODY }],
  ])('is read from JSON: %s', (_title, written) => {
    expect(readCapture(Buffer.from(JSON.stringify(written)))).toMatchObject(expected);
  });

  test.each([
    ['with CRLF', (lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`],
    ['with LF and no first line', (lines: string[]) => `${lines.slice(1).join('\n')}\n\n`],
  ])('is read from a message %s', (_title, head) => {
    const lines = ['POST / HTTP/1.1', ...pairs.map(([name, value]) => `${name}:  ${value} `)];
    expect(readCapture(Buffer.concat([Buffer.from(head(lines)), Buffer.from(BODY)]))).toEqual(expected);
  });
});
