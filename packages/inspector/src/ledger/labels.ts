import type { LedgerMark, LedgerPoint } from '../api/types.ts';
import { count, dayOf, plural, timeOf } from '../format.ts';
import { creditsOf, SERIES } from './credits.ts';

/** The meanings of the marks on the chart. */
export const MARKS: Readonly<Partial<Record<LedgerMark['type'], string>>> = {
  'threshold-crossed': 'threshold crossed',
  'credits-topped-up': 'top-up',
  'paid-credits-reset': 'reset to zero',
  'packaged-credits-refilled': 'refill',
};

/** The credits of the account at a moment, as a sentence. */
export function pointInWords(point: LedgerPoint): string {
  const values = SERIES.map((series) => `${series} ${count(creditsOf(point, series))}`).join(', ');
  return `${dayOf(point.at)}, ${timeOf(point.at)}: ${values}`;
}

/**
 * The change of the balance from the first moment to the last, as a phrase.
 *
 * @param isWhole - Whether every entry of the ledger is there, so that the warnings can be counted.
 */
export function summaryInWords(
  points: readonly LedgerPoint[],
  marks: readonly LedgerMark[],
  isWhole: boolean,
): string {
  const [first, last] = [points[0], points.at(-1)] as readonly [LedgerPoint, LedgerPoint];
  const crossed = marks.filter(({ type }) => type === 'threshold-crossed').length;
  const balance = `balance ${count(creditsOf(first, 'balance'))} → ${count(creditsOf(last, 'balance'))}`;
  if (crossed === 0) return balance;
  return `${balance}, ${isWhole ? plural(crossed, 'threshold') : 'thresholds'} crossed`;
}
