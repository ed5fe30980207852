import { expect, test } from 'vitest';
import { resolveVerifyOptions } from '../src/verify/options.ts';
import { readSignedHeaders } from '../src/verify/signed-headers.ts';
import { equalsInConstantTime } from '../src/verify/verification.ts';
import { headersOf, macOf } from './requests.ts';
import { SECRET, SENT_AT } from './samples.ts';

test('two texts are equal only if every character and the length are (SIG-3)', () => {
  const text = macOf('{}');
  expect(equalsInConstantTime(text, text)).toBe(true);
  for (let index = 0; index < text.length; index++) {
    const other = `${text.slice(0, index)}*${text.slice(index + 1)}`;
    expect(equalsInConstantTime(text, other)).toBe(false);
  }
  expect(equalsInConstantTime(text, `${text}=`)).toBe(false);
  expect(equalsInConstantTime(text, text.slice(0, -1))).toBe(false);
  expect(equalsInConstantTime(text, '')).toBe(false);
});

test('the last character before the padding counts, though base64 decoders ignore two of its bits', () => {
  const options = resolveVerifyOptions({ secrets: SECRET, now: SENT_AT });
  const { signature } = readSignedHeaders(headersOf('{}'), options);
  const next = String.fromCharCode(signature.charCodeAt(42) + 1);
  const twin = `${signature.slice(0, 42)}${next}=`;
  expect(Buffer.from(twin, 'base64')).toEqual(Buffer.from(signature, 'base64'));
  expect(equalsInConstantTime(signature, twin)).toBe(false);
});

test('the header values go into the signed text exactly as they were received (SIG-2)', () => {
  const headers = { ...headersOf('{}'), timestamp: '001767259800', environment: ' a.b ' };
  const options = resolveVerifyOptions({ secrets: SECRET, now: SENT_AT });
  expect(readSignedHeaders(headers, options)).toMatchObject({
    tail: '. a.b .001767259800',
    timestamp: SENT_AT,
  });
});

test.each([
  ['a character before', (signature: string) => `A${signature}`],
  ['a character after', (signature: string) => `${signature}A`],
  ['a second line', (signature: string) => `${signature}\n`],
])('a signature with %s is malformed (SIG-3)', (_, change) => {
  const headers = headersOf('{}');
  const options = resolveVerifyOptions({ secrets: SECRET, now: SENT_AT });
  expect(() =>
    readSignedHeaders({ ...headers, signature: change(headers.signature ?? String()) }, options),
  ).toThrow(expect.objectContaining({ code: 'malformed_signature' }));
});

test('an error about the environment contains both environments', () => {
  const options = resolveVerifyOptions({ secrets: SECRET, now: SENT_AT, environment: ['live', 'test'] });
  const headers = { ...headersOf('{}'), environment: 'other' };
  expect(() => readSignedHeaders(headers, options)).toThrow(
    'The environment header is "other"; the option environment accepts live, test.',
  );
});

test('an error about a header that was sent twice contains its name', () => {
  const options = resolveVerifyOptions({ secrets: SECRET, now: SENT_AT });
  const headers = { ...headersOf('{}'), timestamp: ['1', '2'] };
  expect(() => readSignedHeaders(headers, options)).toThrow('timestamp must be one string');
});

test.each([undefined, null, 'signature: x', 7])('headers cannot be %j', (headers) => {
  const options = resolveVerifyOptions({ secrets: SECRET, now: SENT_AT });
  expect(() => readSignedHeaders(headers, options)).toThrow(
    expect.objectContaining({ code: 'invalid_headers' }),
  );
});
