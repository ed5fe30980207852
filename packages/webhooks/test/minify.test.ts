import { mulberry32 } from '@messaging-service/test-support';
import { minify } from '@messaging-service/webhooks/core';
import { expect, test } from 'vitest';
import { stripped } from './corpus.ts';

const text = (json: string) => Buffer.from(minify(Buffer.from(json))).toString();

test.each([
  ['{ "a" : 1 }', '{"a":1}'],
  ['\t[\r\n1 ,\n 2 ]\n', '[1,2]'],
  ['{"a b":" c\td "}', '{"a b":" c\td "}'],
  ['["\\"", " \\\\", " \\\\\\" "]', '["\\""," \\\\"," \\\\\\" "]'],
  ['"an open string   ', '"an open string   '],
  ['  "ends in \\', '"ends in \\'],
  [' \\ " \\ ', '\\" \\ '],
  ['', ''],
  [' \r\n\t', ''],
  ['\u00a0\ufeff\u2003', '\u00a0\ufeff\u2003'],
  ['\v\f', '\v\f'],
])('%j becomes %j (SIG-2)', (json, expected) => {
  expect(text(json)).toBe(expected);
});

test('any bytes are minified by the same rule as with a regular expression', () => {
  const random = mulberry32(20_260_101);
  const alphabet = Buffer.from(' \t\n\r"\\{}[],:a1\u00a0\v');
  const letter = () => alphabet[Math.floor(random() * alphabet.length)] ?? 0;
  for (let round = 0; round < 5_000; round++) {
    const bytes = Buffer.from(Array.from({ length: random() * 40 }, letter));
    expect(Buffer.from(minify(bytes)).toString('latin1')).toBe(stripped(bytes).toString('latin1'));
  }
});
