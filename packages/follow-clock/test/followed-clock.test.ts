import { FollowedClock } from '@messaging-service/follow-clock/core';
import { expect, test } from 'vitest';

test('a standing clock that moves by whole milliseconds is measured as exactly that, whenever the process began (EMU-17)', () => {
  const measured = Array.from({ length: 1_000 }, () => {
    const clock = new FollowedClock({ now: 0, mode: 'virtual' });
    const before = clock.monotonicNow();
    clock.set({ now: 7_000, mode: 'virtual', jump: false });
    return clock.monotonicNow() - before;
  });
  expect(new Set(measured)).toEqual(new Set([7_000]));
});
