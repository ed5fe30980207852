import { afterEach, describe, expect, test, vi } from 'vitest';
import { createId } from '../src/ids.ts';

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => {
  vi.useRealTimers();
});

describe('identifiers of the client', () => {
  test.each(['a running', 'a stopped'])(
    'are different UUIDs of version 7 in the order of creation, with %s clock',
    (clock) => {
      if (clock === 'a stopped') vi.useFakeTimers();
      const ids = Array.from({ length: 10_000 }, () => createId());
      expect(ids.every((id) => VERSION_7.test(id))).toBe(true);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.toSorted()).toEqual(ids);
    },
  );

  test('stay in order when the clock is set back', () => {
    vi.useFakeTimers({ now: Date.now() + 60_000 });
    const before = createId();
    vi.setSystemTime(Date.now() - 30_000);
    expect(createId() > before).toBe(true);
  });
});
