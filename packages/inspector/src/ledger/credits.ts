import type { LedgerPoint } from '../api/types.ts';

/** The lines of the chart. The balance is paid and packaged credits minus held ones. */
export const SERIES = ['balance', 'paid', 'packaged', 'held'] as const;
export type Series = (typeof SERIES)[number];

/** The credits of a series. */
export function creditsOf(point: LedgerPoint, series: Series): number {
  return series === 'balance' ? point.paid + point.packaged - point.held : point[series];
}

/**
 * The lines that show something of their own: not paid credits that are the balance all the time, because one line would
 * cover the other, and not credits that the account never had.
 */
export function shownSeries(points: readonly LedgerPoint[]): readonly Series[] {
  const differs = (series: Series) =>
    series === 'paid'
      ? points.some((point) => point.paid !== creditsOf(point, 'balance'))
      : points.some((point) => point[series as 'packaged' | 'held'] !== 0);
  return SERIES.filter((series) => series === 'balance' || differs(series));
}

/**
 * The credits at the lower and the upper end of the chart. The lines fill it, so that a charge of a few credits is visible
 * among many. Levels are included if they are not far away.
 */
export function rangeOf(low: number, high: number, levels: readonly number[]): [from: number, to: number] {
  const reach = Math.max(4, high - low);
  const near = levels.filter((level) => level >= low - reach && level <= high + reach);
  const [least, most] = [Math.min(low, ...near), Math.max(high, ...near)];
  const margin = Math.max(1, (most - least) * 0.1);
  // Below zero, the chart is red: only an account that gets there has that part.
  return [least > 0 ? Math.max(0, least - margin) : least - margin, most + margin];
}
