import { describe, expect, test } from 'vitest';
import type { LedgerResponse } from '../../src/api/types.ts';
import { continued } from '../../src/ledger/points.ts';

const point = (seq: number, at: string) => ({ seq, at, paid: 100 - seq, packaged: 0, held: 0 });
const EIGHT = '2026-01-01T08:00:00.000Z';
const NINE = '2026-01-01T09:00:00.000Z';

function response(members: Partial<LedgerResponse>): LedgerResponse {
  return { points: [], marks: [], cursor: '0.1', isContinued: true, hasMore: false, ...members };
}

describe('a ledger that is read in parts', () => {
  const first = response({ points: [point(1, EIGHT), point(2, NINE)], isContinued: false });

  test('begins with the first response', () => {
    expect(continued(undefined, first)).toBe(first);
  });

  test('is extended by what came later', () => {
    const later = continued(first, response({ points: [point(3, NINE)], cursor: '0.3' }));
    expect(later.points.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(later.cursor).toBe('0.3');
  });

  test('has the same points while nothing changes, so that the chart is not drawn again', () => {
    const later = continued(first, response({ cursor: '0.9' }));
    expect(later.points).toBe(first.points);
    expect(later.cursor).toBe('0.9');
  });

  test('starts again with a response that does not continue it', () => {
    const other = response({ points: [point(7, EIGHT)], isContinued: false });
    expect(continued(first, other)).toBe(other);
  });
});
