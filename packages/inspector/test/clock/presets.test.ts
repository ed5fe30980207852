import { expect, test } from 'vitest';
import { nextMonday, tomorrow } from '../../src/clock/presets.ts';

test.each([
  [tomorrow, '2026-01-01T00:00Z', '2026-01-02T09:00Z'],
  [tomorrow, '2026-12-31T23:59Z', '2027-01-01T09:00Z'],
  [nextMonday, '2026-01-01T10:00Z', '2026-01-05T09:00Z'],
  // A Monday leads to the next one, even before nine.
  [nextMonday, '2026-01-05T08:00Z', '2026-01-12T09:00Z'],
  [nextMonday, '2026-01-04T23:00Z', '2026-01-05T09:00Z'],
])('%o after %s is %s', (instantAfter, now, at) => {
  expect(Date.parse(instantAfter(Date.parse(now)))).toBe(Date.parse(at));
});
