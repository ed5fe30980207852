import { expect, test } from 'vitest';
import { readOptions } from '../src/verify/options.ts';
import { isSameText, readClaim } from '../src/verify/signed-headers.ts';
import { SECRET, SENT_AT } from './samples.ts';
import { headersOf, macOf } from './verify-both.ts';

test('two texts are the same only when every character and the length agree (SIG-3)', () => {
  const text = macOf('{}');
  expect(isSameText(text, text)).toBe(true);
  for (let index = 0; index < text.length; index++) {
    const other = `${text.slice(0, index)}*${text.slice(index + 1)}`;
    expect(isSameText(text, other)).toBe(false);
  }
  expect(isSameText(text, `${text}=`)).toBe(false);
  expect(isSameText(text, text.slice(0, -1))).toBe(false);
  expect(isSameText(text, '')).toBe(false);
});

test('the last character before the padding counts, though base64 decoders ignore two of its bits', () => {
  const rules = readOptions({ secrets: SECRET, now: SENT_AT });
  const { signature } = readClaim({ headers: headersOf('{}') }, rules);
  const next = String.fromCharCode(signature.charCodeAt(42) + 1);
  const twin = `${signature.slice(0, 42)}${next}=`;
  expect(Buffer.from(twin, 'base64')).toEqual(Buffer.from(signature, 'base64'));
  expect(isSameText(signature, twin)).toBe(false);
});

test('the header values go into the signed text exactly as they were received (SIG-2)', () => {
  const headers = { ...headersOf('{}'), timestamp: '001767259800', environment: ' a.b ' };
  const rules = readOptions({ secrets: SECRET, now: SENT_AT });
  expect(readClaim({ headers }, rules)).toMatchObject({ tail: '. a.b .001767259800', timestamp: SENT_AT });
});
