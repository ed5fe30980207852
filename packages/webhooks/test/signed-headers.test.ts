import { expect, test } from 'vitest';
import { equalsInConstantTime } from '../src/verify/constant-time.ts';
import { resolveVerifyOptions } from '../src/verify/resolve-options.ts';
import { readSignedHeaders } from '../src/verify/signed-headers.ts';
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
