import { expect, test } from 'vitest';
import { stopFor, stopsOf } from '../../src/ribbon/stops.ts';

const at = (time: string) => Date.parse(`2026-01-01T${time}Z`);
const bin = (from: string, to: string, counts: object) => ({
  from: new Date(at(from)).toISOString(),
  to: new Date(at(to)).toISOString(),
  ...counts,
});
const NOW = at('09:00:03');
const STOPS = stopsOf(
  {
    first: new Date(at('07:00:00')).toISOString(),
    bins: [
      bin('08:00:00', '08:01:00', { queued: 1, delivered: 1 }),
      bin('08:01:00', '08:02:00', { waiting: 1 }),
      bin('09:00:00', '09:01:00', { replies: 1 }),
      bin('09:05:00', '09:06:00', { dueMessages: 2, waiting: 2 }),
    ],
    moves: [{ from: new Date(at('08:30:00')).toISOString(), to: new Date(at('08:40:00')).toISOString() }],
    later: { jobs: 1, at: '2026-01-02T09:00:00.000Z' },
  },
  NOW,
);

test('keys stop at what happened or is due, at moves and now, and not where something only lasts', () => {
  expect(STOPS).toEqual([
    at('07:00:00'),
    at('08:01:00'),
    at('08:30:00'),
    NOW,
    at('09:06:00'),
    Date.parse('2026-01-02T09:00Z'),
  ]);
});

test.each([
  ['ArrowRight', NOW, at('09:06:00')],
  ['ArrowUp', at('08:10:00'), at('08:30:00')],
  ['ArrowLeft', NOW, at('08:30:00')],
  ['ArrowDown', at('07:00:00'), undefined],
  ['Home', NOW, at('07:00:00')],
  ['End', NOW, Date.parse('2026-01-02T09:00Z')],
  ['a', NOW, undefined],
])('%s', (key, from, expected) => {
  expect(stopFor(key, STOPS, from)).toBe(expected);
});

test('an empty service has one stop, the present time', () => {
  expect(stopsOf({}, NOW)).toEqual([NOW]);
});
