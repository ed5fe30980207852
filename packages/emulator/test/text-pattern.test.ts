import { linearPattern } from '@messaging-service/emulator/core';
import { expect, test } from 'vitest';

const padded = (length: number, text: string) => 'x'.repeat(length) + text;

test('a pattern with many steps reads only the beginning of a very long text (EMU-9)', async () => {
  const pattern = await linearPattern('a{150}b');
  const found = `${'a'.repeat(150)}b`;
  expect(pattern.find(padded(1_000, found))?.match).toEqual([found]);
  expect(pattern.find(padded(10_000, found))).toBe(null);
});

test('the largest pattern reads the longest text message that is usual', async () => {
  const pattern = await linearPattern('a{190}b');
  expect(pattern.find(padded(1_530 - 191, `${'a'.repeat(190)}b`))).not.toBe(null);
});

test('a short pattern is found far into a text', async () => {
  const pattern = await linearPattern('code (\\d{4})');
  expect(pattern.find(padded(10_000, ' code 1234'))?.match).toEqual(['code 1234', '1234']);
});
