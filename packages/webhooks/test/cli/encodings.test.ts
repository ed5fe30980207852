import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { headersOf } from '../requests.ts';
import { inboundMessage, SECRET } from '../samples.ts';
import { fileWith, run } from './command.ts';

const BODY = JSON.stringify({ ...inboundMessage, message: 'Ναι 👍' });
const HEADERS = headersOf(BODY);
const HTTP = `POST /hook HTTP/1.1\r\n${Object.entries(HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')}\r\n${BODY}`;
const JSON_CAPTURE = JSON.stringify({ headers: HEADERS, body: BODY });
const NOW = ['--now', '2026-01-01T09:30:12Z'];

const utf16 = (content: string) => Buffer.from(content, 'utf16le');
const ENCODINGS: Readonly<Record<string, (content: string) => Buffer>> = {
  'UTF-8': (content) => Buffer.from(content),
  'UTF-8 with a byte order mark': (content) => Buffer.from(`\ufeff${content}`),
  'UTF-16 LE': (content) => utf16(`\ufeff${content}`),
  'UTF-16 BE': (content) => utf16(`\ufeff${content}`).swap16(),
  'UTF-16 LE without a mark': utf16,
  'UTF-16 BE without a mark': (content) => utf16(content).swap16(),
  'UTF-16 LE with a line break at its end': (content) => utf16(`\ufeff${content}\r\n`),
};

describe.each(Object.entries(ENCODINGS))('a file in %s', (_name, encode) => {
  const secret = ['--secret-file', fileWith(encode(SECRET))];
  const headers = Object.entries(HEADERS).flatMap(([name, value]) => ['--header', `${name}: ${value}`]);

  test.each([
    ['an HTTP message', [fileWith(encode(HTTP))]],
    ['JSON', [fileWith(encode(JSON_CAPTURE))]],
    ['JSON with CRLF', [fileWith(encode(JSON_CAPTURE.replace('{', '{\r\n').replace('}', '}\r\n')))]],
    ['a body', ['--body', fileWith(encode(BODY)), ...headers]],
  ])('is read as %s, and so is the secret (SIG-3)', async (_form, args) => {
    const { code, stdout } = await run(['verify', ...args, ...secret, ...NOW]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('Verified: inbound-message') as string]);
  });

  test('is read as the body that was sent', async () => {
    const changed = fileWith(JSON.stringify({ headers: HEADERS, body: BODY.replace('sms', 'rcs') }));
    const { stdout } = await run(['verify', changed, ...secret, ...NOW, '--sent', fileWith(encode(BODY))]);
    expect(stdout).toContain('matches the body as it was sent');
  });

  test('is sent by simulate as UTF-8', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const server = createServer((request, response) => {
      void text(request).then((body) => {
        resolve(body);
        response.end();
      });
    }).listen(0);
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await run(['simulate', '--body', fileWith(encode(BODY)), ...secret, url]);
    expect((await promise).trimEnd()).toBe(BODY);
  });
});

test.each([
  ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]), 'is UTF-32. Save it as UTF-8.'],
  ['cut UTF-16', utf16(`\ufeff${BODY}`).subarray(0, -1), 'is UTF-16 and incomplete'],
])('a file in %s is refused with its encoding', async (_name, bytes, reason) => {
  const { code, stderr } = await run(['verify', fileWith(bytes), '--secret', SECRET]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason) as string]);
});

test.each([
  ['a Buffer', { headers: HEADERS, body: Buffer.from(BODY) }],
  ['a Buffer beside a parsed body', { headers: HEADERS, body: {}, rawBody: Buffer.from(BODY) }],
  ['a Uint8Array', { headers: HEADERS, body: new TextEncoder().encode(BODY) }],
  ['a list of bytes', { headers: HEADERS, body: [...Buffer.from(BODY)] }],
  ['base64', { headers: HEADERS, body: Buffer.from(BODY).toString('base64'), isBase64Encoded: true }],
  ['base64 without its flag', { headers: HEADERS, body: Buffer.from(BODY).toString('base64') }],
])('a body that was logged as %s verifies (SIG-3)', async (_form, capture) => {
  const { code, stdout } = await run([
    'verify',
    fileWith(JSON.stringify(capture)),
    '--secret',
    SECRET,
    ...NOW,
  ]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('signed as received') as string]);
});

test.each([
  [`${SECRET}\u00a0`, 'ends with a no-break space'],
  [`"${SECRET}"`, 'begins with a quote and ends with a quote'],
  [`${SECRET}\n\n`, 'ends with a line break'],
])('the secret file %o is suspected (SIG-3)', async (content, finding) => {
  const capture = fileWith(JSON.stringify({ headers: HEADERS, body: BODY }));
  const { code, stdout } = await run(['verify', capture, '--secret-file', fileWith(content), ...NOW]);
  expect(code).toBe(1);
  expect(stdout).toContain(`The secret ${finding}; without that, the signature matches.`);
  expect(stdout).toContain('WRONG  signature: matches only without');
  expect(stdout).not.toContain(SECRET);
});
