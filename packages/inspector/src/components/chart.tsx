import type { ComponentChildren } from 'preact';
import { count } from '../format.ts';
import { multiplesIn, type Tick } from './time-ticks.ts';

/** The values at both ends of an axis. */
export type Range = readonly [from: number, to: number];

/** Where a value is on an axis, in percent. */
export type Scale = (value: number) => number;

interface ChartProps {
  /** In pixels. */
  readonly height: number;
  readonly x: Range;
  readonly y: Range;
  /** The labels of the horizontal axis. Those of the vertical one are round counts. */
  readonly ticks: readonly Tick[];
  /** Content of the drawing, in percent of its width and its height. */
  readonly children: (x: Scale, y: Scale) => ComponentChildren;
  /** Elements over the drawing. */
  readonly over?: (x: Scale, y: Scale) => ComponentChildren;
}

/** A chart as wide as its place. It has no text for screen readers: that is the task of the element around it. */
export function Chart({ height, x, y, ticks, children, over }: ChartProps) {
  const left: Scale = (value) => (100 * (value - x[0])) / (x[1] - x[0]);
  const top: Scale = (value) => 100 - (100 * (value - y[0])) / (y[1] - y[0]);
  const levels = multiplesIn(y[0], y[1], wholeStep((40 * (y[1] - y[0])) / height));
  const widest = Math.max(1, ...levels.map((level) => count(level).length));
  return (
    <div
      class="plot"
      style={{ height: `${height}px`, gridTemplateColumns: `${widest + 1}ch minmax(0, 1fr)` }}
      aria-hidden="true"
    >
      <div class="plot-levels">
        {levels.map((level) => (
          <span style={{ top: `${top(level)}%` }} key={level}>
            {count(level)}
          </span>
        ))}
      </div>
      <div class="plot-area">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path class="plot-grid" d={levels.map((level) => `M0 ${top(level)}H100`).join('')} />
          {children(left, top)}
        </svg>
        {over?.(left, top)}
      </div>
      <div class="plot-ticks">
        {/* A label at the end would leave the chart. */}
        {ticks
          .filter(({ at }) => left(at) < 94)
          .map(({ at, text, isMinor }) => (
            <span class={isMinor ? 'tick tick-minor' : 'tick'} style={{ left: `${left(at)}%` }} key={at}>
              {text}
            </span>
          ))}
      </div>
    </div>
  );
}

/** The smallest of 1, 2, 5, 10, 20, … that is not less than a number. */
export function wholeStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return [1, 2, 5].map((one) => one * power).find((step) => step >= least) ?? 10 * power;
}
