import { createId } from '@messaging-service/sdk/core';
import { validate, version } from 'uuid';
import { expect, test, vi } from 'vitest';

test.each([0, 1, 1_767_259_800_000, 2 ** 48 - 1, -1, 1_767_259_800_000.5])(
  'an identifier that the client makes is a UUID of version 7 with its time: %d (API-14)',
  (now) => {
    vi.spyOn(Date, 'now').mockReturnValue(now);
    const id = createId();
    expect([validate(id), version(id)]).toEqual([true, 7]);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Math.max(0, Math.floor(now)));
  },
);

test('identifiers of the same millisecond differ, and each bit of them that is free takes both values', () => {
  vi.spyOn(Date, 'now').mockReturnValue(0);
  const ids = Array.from({ length: 2000 }, createId);
  expect(new Set(ids).size).toBe(ids.length);
  const bits = ids.map((id) => BigInt(`0x${id.replaceAll('-', '')}`));
  const everSet = bits.reduce((one, other) => one | other);
  const alwaysSet = bits.reduce((one, other) => one & other);
  expect([everSet.toString(16).slice(-20), alwaysSet.toString(16).slice(-20)]).toEqual([
    `7fff${'b'}${'f'.repeat(15)}`,
    `70008${'0'.repeat(15)}`,
  ]);
});
