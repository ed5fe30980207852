import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type DiagnoseOptions, diagnose } from '../../src/cli/diagnose/diagnose.ts';
import { readCapture } from '../../src/cli/read-capture.ts';
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
  const { code, findings } = diagnose(request, {
    secrets: [SECRET],
    tolerance: 300,
    now: SENT_AT,
    ...options,
  });
  const texts = findings.map(({ verdict, text }) => `${verdict} ${text}`).join('\n');
  expect(texts).not.toContain(SECRET);
  return `${code}\n${texts}`;
}

/** The body that the service signed, and the body after a parser, a proxy or an editor changed it. */
const alterations: readonly (readonly [
  title: string,
  signed: string | Buffer,
  received: string | Buffer,
  expected: string,
])[] = [
  [
    'PHP escapes slashes, a parser does not',
    '{"u":"a\\/b"}',
    '{"u":"a/b"}',
    'escaped slashes (\\/), as PHP writes them',
  ],
  [
    'PHP escapes slashes and more',
    '{"u":"a\\/\\u00e9"}',
    '{ "u" : "a/é" }',
    'escaped slashes and non-ASCII characters',
  ],
  [
    'Python escapes what is beyond ASCII',
    '{"t":"\\u039d\\ud83d\\udc4d"}',
    '{"t":"Ν👍"}',
    'as Python writes them',
  ],
  ['Go escapes signs of HTML', '{"t":"\\u003cb\\u003e"}', '{"t":"<b>"}', 'as Go writes them'],
  ['.NET escapes in capitals', '{"t":"\\u00E9"}', '{"t":"é"}', 'in upper case'],
  [
    'a parser has written it again',
    '{"a":1,"b":2.5}',
    '{"b":2.5,"a":1}'.replace('"b":2.5,"a":1', '"a":1.0,"b":2.50'),
    'the output of JSON.stringify',
  ],
  ['slashes escaped on the way', '{"u":"a/b"}', '{"u":"a\\/b"}', 'unescaped slashes'],
  ['an editor has added a byte order mark', BODY, `\ufeff${BODY}`, 'its byte order mark removed'],
  ['a byte order mark was dropped', `\ufeff${BODY}`, BODY, 'a byte order mark in front'],
  ['a line break at its end was signed and trimmed', '{"a": 1}\n', '{"a": 1}', 'a line break at the end'],
  [
    'taken for Latin-1',
    BODY.replaceAll(/[\u0100-\uffff]/g, ''),
    Buffer.from(Buffer.from(BODY.replaceAll(/[\u0100-\uffff]/g, '')).toString('latin1')),
    'not read as Latin-1',
  ],
  [
    'taken for Windows-1252',
    '{"t":"€"}',
    new TextDecoder('windows-1252').decode(Buffer.from('{"t":"€"}')),
    'not read as Windows-1252',
  ],
  ['stored as Latin-1', '{"t":"é"}', Buffer.from('{"t":"é"}', 'latin1'), 'UTF-8 instead of Latin-1'],
  ['stored as UTF-16', '{"t":"é"}', Buffer.from('\ufeff{"t":"é"}', 'utf16le'), 'UTF-8 instead of UTF-16'],
  ['still compressed', BODY, gzipSync(BODY), 'decompressed gzip'],
  ['still base64', BODY, Buffer.from(BODY).toString('base64'), 'its base64 decoded'],
  ['a JSON string of JSON', BODY, JSON.stringify(BODY), 'the quotes and escapes of a JSON string'],
  ['backslashes added', '{"a":"b"}', '{\\"a\\":\\"b\\"}', 'its added backslashes removed'],
  ['escaped for HTML', '{"a":"b"}', '{&quot;a&quot;:&quot;b&quot;}', 'decoded HTML entities'],
  ['percent-encoded', '{"a":"b c"}', encodeURIComponent('{"a":"b c"}'), 'decoded percent escapes'],
  [
    'a plus taken for a space',
    '{"d":"+447700900123"}',
    '{"d":" 447700900123"}',
    'a plus where a form decoder',
  ],
  ['decomposed accents', '{"t":"é"}', '{"t":"e\u0301"}', 'composed accents (NFC)'],
  ['a letter changed', BODY, BODY.replace('sms', 'smz'), 'a single byte changed'],
  ['a letter lost', BODY, BODY.replace('sms', 'sm'), 'a single byte changed'],
  ['a letter added', BODY, BODY.replace('sms', 'smss'), 'a single byte changed'],
];

describe('a body that was changed on the way', () => {
  test.each(alterations)('%s', (_title, signed, received, expected) => {
    const bytes = Buffer.from(received as string);
    const texts = textsOf(bytes, headersOf(signed));
    expect(texts).toMatch(/^signature_mismatch\n/);
    expect(texts).toContain(`bad signature: matches the body with `);
    expect(texts).toContain(expected);
    expect(texts).toContain('note The secret is right.');
    expect(texts).toMatch(/bad byte \d+: received .+, signed .+/);
  });

  test('is reported with the first byte that differs, counted in the body as received', () => {
    const texts = textsOf('{\n  "u": "a/b"\n}', headersOf('{"u":"a\\/b"}'));
    expect(texts).toContain('byte 11: received 0x2f /, signed 0x5c \\');
  });

  test('is proved by the body as it was sent, if it is passed', () => {
    const sent = Buffer.from('{"n":100.00,"t":"long enough to be beyond any search"}');
    const received = '{"n":100,"t":"long enough to be beyond any guess"}';
    expect(textsOf(received, headersOf(sent), { sent })).toContain('byte 8: received 0x2c ,, signed 0x2e .');
  });

  test('is reported as possible if nothing can be proved, with the indications', () => {
    const texts = textsOf('{"n":1}', headersOf('{"n":1.00000,"m":2}'));
    expect(texts).toContain('looks like the output of JSON.stringify');
    expect(texts).toContain("Either the secret is not the account's, or the body was changed");
    expect(textsOf('{"t":"\ufffd\ufffd"}', headersOf('{}'))).toContain('contains U+FFFD');
    expect(textsOf('[object Object]', headersOf('{}'))).toContain('is an object that was converted');
  });

  test('is reported as incomplete if it is shorter than content-length', () => {
    const texts = textsOf(BODY.slice(0, -9), {
      ...headersOf(BODY),
      'content-length': String(Buffer.byteLength(BODY)),
    });
    expect(texts).toMatch(/bad body: \d+ bytes, but content-length is \d+/);
    expect(texts).toContain('is not JSON');
  });

  test('is not searched byte by byte if it is large', () => {
    const long = JSON.stringify({ t: 'x'.repeat(2000) });
    expect(textsOf(long.replace('xx', 'xy'), headersOf(long))).toContain('bodies up to 1024 bytes');
  });
});

describe('a wrong secret', () => {
  test.each([
    ['without the whitespace at its ends', ` ${SECRET}\n`],
    ['without the quotes around it', `"${SECRET}"`],
    ['with a line break at its end', SECRET, `${SECRET}\n`],
    ['in lower case', SECRET.toUpperCase()],
    ['decoded from hexadecimal digits', Buffer.from(SECRET).toString('hex')],
    ['decoded from base64', Buffer.from(SECRET).toString('base64')],
  ])('matches %s', (how, given, signedBy = SECRET) => {
    const headers = headersOf(BODY, { secret: signedBy });
    expect(textsOf(BODY, headers, { secrets: [given] })).toContain(`signature: matches the secret ${how}`);
  });

  test('is distinguished from a changed body by the body as it was sent', () => {
    const texts = textsOf(BODY, headersOf(BODY), { secrets: ['another'], sent: Buffer.from(BODY) });
    expect(texts).toContain('does not match the body as it was sent either');
    expect(texts).toContain('The body is not the cause');
    const sent = BODY.replace('sms', 'rcs');
    expect(textsOf(BODY, headersOf(sent), { sent: Buffer.from(sent) })).toContain(
      'bad signature: matches the body as it was sent\n',
    );
  });
});

describe('a header', () => {
  const headers = headersOf(BODY);
  test.each([
    [
      'missing_signature',
      { signature: undefined, 'x-signature': 'x' },
      'signature header: missing, but there is "x-signature"',
    ],
    ['missing_header', { timestamp: undefined }, 'timestamp header: missing'],
    ['malformed_signature', { signature: Buffer.alloc(32).toString('hex') }, 'is hexadecimal'],
    ['malformed_signature', { signature: `sha256=${headers.signature}` }, 'begins with a name'],
    ['malformed_signature', { signature: ` ${headers.signature}` }, 'whitespace around it'],
    ['malformed_signature', { signature: encodeURIComponent(`${'a+'.repeat(21)}a=`) }, 'percent-encoded'],
    ['malformed_signature', { signature: `${'a '.repeat(21)}a=` }, 'spaces where base64 has +'],
    ['malformed_signature', { signature: `${'a-'.repeat(21)}a=` }, 'base64url'],
    ['malformed_signature', { signature: 'abc' }, 'has 3 characters; 32 bytes in base64 have 44'],
    ['malformed_timestamp', { timestamp: '2026-01-01T09:30:00Z' }, 'is a date'],
    ['malformed_timestamp', { timestamp: '1767259800.5' }, 'has a fraction'],
    ['malformed_timestamp', { timestamp: '1767259800123456' }, 'is not 1 to 15 digits'],
    ['signature_mismatch', { environment: 'sandbox' }, 'matches if the environment header is "production"'],
    ['signature_mismatch', { timestamp: '1767259800000' }, 'matches if the timestamp header is "1767259800"'],
  ])('%s: %j', (code, changes, expected) => {
    const all = Object.entries({ ...headers, ...changes }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    );
    const texts = textsOf(BODY, Object.fromEntries(all));
    expect(texts.startsWith(code)).toBe(true);
    expect(texts).toContain(expected);
  });

  test('that was sent twice is counted', () => {
    const pairs = [...Object.entries(headers), ['Timestamp', '1767259800'] as const];
    const { code, findings } = diagnose(
      { body: Buffer.from(BODY), headers: pairs },
      { secrets: [SECRET], tolerance: 300, now: SENT_AT },
    );
    expect([code, JSON.stringify(findings)]).toEqual([
      'invalid_headers',
      expect.stringContaining('sent 2 times'),
    ]);
  });
});

test('a body that was captured as parsed JSON is reported as such', () => {
  expect(textsOf(inboundMessage, headersOf(BODY))).toMatch(
    /^parsed_body\n[\s\S]*the bytes that were signed are lost/,
  );
});

test('a payload that is signed and wrong names its fields', () => {
  const body = '{"mo_uuid":7}';
  expect(textsOf(body, headersOf(body))).toMatch(
    /^invalid_payload\n[\s\S]*bad payload: mo_uuid must be a string/,
  );
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
