import { expect, test } from 'vitest';
import { codeIn } from '../../src/phones/code-in.ts';

test.each([
  ['Your code is 482913', '482913'],
  ['482913 is your PIN', '482913'],
  ['OTP: 4829. Valid until 10:30', '4829'],
  ['Your appointment is on 12052026', undefined],
  ['Your code was sent to +447700900123', undefined],
  ['Enter the barcode 482913', undefined],
])('the one-time code in “%s” is %s', (text, code) => {
  expect(codeIn(text)).toBe(code);
});
