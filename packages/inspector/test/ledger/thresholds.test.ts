import { describe, expect, test } from 'vitest';
import type { LedgerPoint, NotificationView, ThresholdType } from '../../src/api/types.ts';
import { pointInWords, summaryInWords } from '../../src/ledger/labels.ts';
import { withPresent } from '../../src/ledger/points.ts';
import { bucketOf, levelOf, THRESHOLDS, valueInWords } from '../../src/ledger/thresholds.ts';
import { accountOverview } from '../sample-data.ts';

const notification = (thresholdType: ThresholdType, thresholdValue: number): NotificationView => ({
  accountUuid: 'account-1',
  uuid: 'notification-1',
  url: 'https://receiver.test/',
  thresholdType,
  thresholdValue,
  armed: true,
});

const { paid_credits } = accountOverview();
const inDebt = (negative_limit: number | null) =>
  accountOverview({ paid_credits: { ...paid_credits, allow_negative: true, negative_limit } });

describe('the level of a threshold on the chart (NTF-2)', () => {
  test('of a number is the number', () => {
    expect(levelOf(notification('paid_fixed_number', 20), accountOverview())).toBe(20);
    expect(levelOf(notification('packaged_fixed_number', 30), accountOverview())).toBe(30);
  });

  test('of a share of the packaged credits depends on the refill amount', () => {
    expect(levelOf(notification('packaged_percentage', 0.25), accountOverview())).toBe(50);
  });

  test.each([100, -100])('of the rest of the debt is above the limit %i', (limit) => {
    expect(levelOf(notification('paid_negative_fixed_number', 30), inDebt(limit))).toBe(-70);
    expect(levelOf(notification('paid_negative_percentage', 0.25), inDebt(limit))).toBe(-75);
  });

  test.each(['paid_negative_fixed_number', 'paid_negative_percentage'] as const)(
    'of %s does not exist without a limit, or if debt is not allowed (NTF-7)',
    (type) => {
      expect(levelOf(notification(type, 0.5), inDebt(null))).toBeUndefined();
      expect(levelOf(notification(type, 0.5), accountOverview())).toBeUndefined();
    },
  );
});

test('each type of threshold watches the credits of its name and has a description', () => {
  for (const type of Object.keys(THRESHOLDS) as ThresholdType[])
    expect(bucketOf(notification(type, 1))).toBe(type.startsWith('packaged') ? 'packaged' : 'paid');
});

test('a share is shown as a percentage, and a number with thousands separators', () => {
  expect(valueInWords(notification('packaged_percentage', 0.125))).toBe('12.5 %');
  expect(valueInWords(notification('paid_negative_percentage', 1 / 3))).toBe('33.3 %');
  expect(valueInWords(notification('paid_fixed_number', 12_500))).toBe('12,500');
});

describe('the labels of the chart', () => {
  const point = (seq: number, paid: number): LedgerPoint => ({
    seq,
    number: seq,
    at: '2026-01-01T09:00:00.000Z',
    paid,
    packaged: 50,
    held: 10,
  });

  test('name all credits at a point', () => {
    expect(pointInWords(point(1, 1_000))).toBe(
      '1 Jan 2026, 09:00:00: balance 1,040, paid 1,000, packaged 50, held 10',
    );
  });

  test('summarize the change of the balance and the crossed thresholds', () => {
    const points = [point(1, 100), point(2, 60), point(3, 80)];
    expect(summaryInWords(points, [], true)).toBe('balance 140 → 120');
    const crossing = { seq: 2, type: 'threshold-crossed', notificationUuid: 'n' } as const;
    const topUp = { seq: 3, type: 'credits-topped-up', notificationUuid: null } as const;
    const marks = [crossing, topUp];
    expect(summaryInWords(points, marks, true)).toBe('balance 140 → 120, 1 threshold crossed');
    // An outline has not all of them.
    expect(summaryInWords(points, marks, false)).toBe('balance 140 → 120, thresholds crossed');
  });

  test('extend the last point to the current time, but not before the last change', () => {
    const last = point(7, 60);
    const later = Date.parse('2026-01-01T10:00:00.000Z');
    expect(withPresent([last], accountOverview(), later, 9)).toEqual([
      last,
      { ...last, at: '2026-01-01T10:00:00.000Z' },
    ]);
    expect(withPresent([last], accountOverview(), Date.parse(last.at) - 1, 9)).toEqual([last]);
  });

  test('show the current credits of an account without changes', () => {
    const now = Date.parse('2026-01-01T10:00:00.000Z');
    expect(withPresent([], accountOverview({ held_credits: 5 }), now, 9)).toEqual([
      { seq: 9, number: 1, at: '2026-01-01T10:00:00.000Z', paid: 100, packaged: 50, held: 5 },
    ]);
  });
});
