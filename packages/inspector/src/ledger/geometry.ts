import type { LedgerPoint } from '../api/types.ts';

/** The lines of the chart. */
export const SERIES = ['balance', 'paid', 'packaged', 'held'] as const;
export type Series = (typeof SERIES)[number];

/** The position of a chart, in pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A moment of the ledger with its place along the chart. */
export interface Moment {
  readonly point: LedgerPoint;
  /** Milliseconds since the epoch or the number of the change, depending on the axis. */
  readonly along: number;
}

/** The values on the two axes of the chart. */
export interface Scale {
  readonly x: (along: number) => number;
  readonly y: (credits: number) => number;
  readonly along: readonly [from: number, to: number];
  readonly ticks: readonly number[];
}

/** The credits of a series. The balance is paid and packaged credits minus held ones. */
export function creditsOf(point: LedgerPoint, series: Series): number {
  return series === 'balance' ? point.paid + point.packaged - point.held : point[series];
}

/** The scale that shows all moments and levels, with the zero line. */
export function scaleOf(frame: Frame, moments: readonly Moment[], levels: readonly number[]): Scale {
  let low = 0;
  let high = 1;
  for (const { point } of moments) {
    for (const series of SERIES) {
      low = Math.min(low, creditsOf(point, series));
      high = Math.max(high, creditsOf(point, series));
    }
  }
  const ticks = ticksOf(Math.min(low, ...levels), Math.max(high, ...levels));
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const from = moments[0]?.along ?? 0;
  const to = Math.max(from + 1, moments.at(-1)?.along ?? 1);
  const { width, height, left, right } = frame;
  const across = width - left - right;
  const up = height - frame.top - frame.bottom;
  return {
    x: (along) => left + ((along - from) / (to - from)) * across,
    y: (credits) => frame.top + (1 - (credits - bottom) / (top - bottom)) * up,
    along: [from, to],
    ticks,
  };
}

/** Four or five round values that include the given ones. */
export function ticksOf(low: number, high: number): number[] {
  const raw = Math.max(1, (high - low) / 4);
  const magnitude = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= raw) ?? 10) * magnitude;
  const whole = Math.max(1, Math.ceil(step));
  const ticks: number[] = [];
  for (let tick = Math.floor(low / whole) * whole; tick < high + whole; tick += whole) ticks.push(tick);
  return ticks;
}

/** A line that stays level until the next change: credits do not drift from one value to another. */
export function stepPath(moments: readonly Moment[], scale: Scale, series: Series): string {
  let path = '';
  let drawnX = Number.NaN;
  for (const { point, along } of thinned(moments, scale, series)) {
    const x = Math.round(scale.x(along) * 10) / 10;
    const y = Math.round(scale.y(creditsOf(point, series)) * 10) / 10;
    if (path === '') path = `M${x} ${y}`;
    else path += x === drawnX ? `V${y}` : `H${x}V${y}`;
    drawnX = x;
  }
  return path === '' ? '' : `${path}H${Math.round(scale.x(scale.along[1]) * 10) / 10}`;
}

/** Keeps the first, lowest, highest and last of the moments on each pixel, so that every dip remains visible. */
export function thinned(moments: readonly Moment[], scale: Scale, series: Series): readonly Moment[] {
  const kept: Moment[] = [];
  let start = 0;
  for (let index = 1; index <= moments.length; index++) {
    const from = moments[start] as Moment;
    const next = moments[index];
    if (next !== undefined && Math.floor(scale.x(next.along)) === Math.floor(scale.x(from.along))) continue;
    kept.push(...extremes(moments.slice(start, index), series));
    start = index;
  }
  return kept;
}

function extremes(column: readonly Moment[], series: Series): Moment[] {
  if (column.length <= 4) return [...column];
  let low = 0;
  let high = 0;
  column.forEach(({ point }, index) => {
    const value = creditsOf(point, series);
    if (value < creditsOf((column[low] as Moment).point, series)) low = index;
    if (value > creditsOf((column[high] as Moment).point, series)) high = index;
  });
  const indices = [...new Set([0, low, high, column.length - 1])].sort((a, b) => a - b);
  return indices.map((index) => column[index] as Moment);
}

/** The index of the last moment at or before a place along the chart; of the first one before all of them. */
export function momentAt(moments: readonly Moment[], along: number): number {
  return Math.max(
    0,
    moments.findLastIndex((moment) => moment.along <= along),
  );
}
