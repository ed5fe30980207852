import type { LedgerPoint } from '../api/types.ts';

/** The lines of the chart. The balance is paid and packaged credits minus held ones. */
export const SERIES = ['balance', 'paid', 'packaged', 'held'] as const;
export type Series = (typeof SERIES)[number];

/** The credits of a series. */
export function creditsOf(point: LedgerPoint, series: Series): number {
  return series === 'balance' ? point.paid + point.packaged - point.held : point[series];
}

/**
 * The lines that an account has: not paid credits that are the balance all the time, because one line would cover the other,
 * and not credits that it never had.
 */
export function seriesOf(points: readonly LedgerPoint[]): readonly Series[] {
  const differs = (series: Series) =>
    points.some((point) => point[series as 'paid'] !== (series === 'paid' ? creditsOf(point, 'balance') : 0));
  return SERIES.filter((series) => series === 'balance' || differs(series));
}

/** Whether a line is so far from the balance that the balance would be flat beside it. */
export function isFar(points: readonly LedgerPoint[], series: Series): boolean {
  const [low, high] = extentOf(points, 'balance');
  const [least, most] = extentOf(points, series);
  const reach = reachOf(low, high);
  return least < low - reach || most > high + reach;
}

function extentOf(points: readonly LedgerPoint[], series: Series): [low: number, high: number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const point of points) {
    low = Math.min(low, creditsOf(point, series));
    high = Math.max(high, creditsOf(point, series));
  }
  return [low, high];
}

/** How far beyond its lowest and its highest value a line stays readable. */
function reachOf(low: number, high: number): number {
  return Math.max(4, high - low);
}

/**
 * The credits at the lower and the upper end of the chart. The lines fill it, so that a charge of a few credits is visible
 * among many. Levels are included if they are not far away.
 *
 * @param isOut - Whether the account had no credits left: below zero, the chart is red, and only such an account has that part.
 */
export function rangeOf(
  low: number,
  high: number,
  levels: readonly number[],
  isOut: boolean,
): [from: number, to: number] {
  const reach = reachOf(low, high);
  const near = levels.filter((level) => level >= low - reach && level <= high + reach);
  const [least, most] = [Math.min(low, ...near), Math.max(high, ...near)];
  const margin = Math.max(1, (most - least) * 0.1);
  return [isOut || least < 0 ? least - margin : Math.max(0, least - margin), most + margin];
}
