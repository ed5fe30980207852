import { useMemo } from 'preact/hooks';
import uPlot from 'uplot';
import type { OverviewResponse } from '../api/types.ts';
import { axis, colorOf, Plot, type PlotOptions, WHOLE_STEPS } from '../components/plot.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { count, plural, timeOf } from '../format.ts';
import { href } from '../routing/route.ts';
import { after, resolvedSince } from './problems.tsx';

const HEIGHT = 120;

/** The messages of the latest time as bars, with the failed ones in their own color before them. */
export function Rates({ rates }: { readonly rates: OverviewResponse['rates'] }) {
  const [first] = rates;
  const data = useMemo(
    () => [
      rates.map(({ at }) => Date.parse(at)),
      rates.map(({ queued }) => queued),
      rates.map(({ failed }) => failed),
    ],
    [rates],
  ) as uPlot.AlignedData;
  if (first === undefined) return null;
  const sum = (name: 'queued' | 'failed') => rates.reduce((total, rate) => total + rate[name], 0);
  return (
    <figure class="rates">
      <Plot options={optionsOf} data={data} height={HEIGHT} />
      <figcaption class="dim">
        <a href={href('messages', { q: after(first.at).join(' ') })}>{plural(sum('queued'), 'message')}</a>{' '}
        since <Timestamp at={first.at} />,{' '}
        <a href={href('messages', { q: ['state:failed', ...resolvedSince(first.at)].join(' ') })}>
          {count(sum('failed'))} failed
        </a>
      </figcaption>
    </figure>
  );
}

function bars(color: string): uPlot.Series {
  return {
    fill: (plot) => colorOf(plot, color),
    width: 0,
    ...(uPlot.paths.bars === undefined ? {} : { paths: uPlot.paths.bars({ size: [0.8], align: 1 }) }),
    points: { show: false },
  };
}

const optionsOf = (): PlotOptions => ({
  cursor: { show: false },
  legend: { show: false },
  ms: 1,
  tzDate: (at) => uPlot.tzDate(new Date(at), 'Etc/UTC'),
  scales: {
    x: { range: (_, from, to) => [from, to + (to - from) / 29] },
    y: { range: (_, __, high) => [0, Math.max(1, high)] },
  },
  axes: [
    axis({ space: 90, size: 28, values: (_, splits) => splits.map(labelOf) }),
    axis({ incrs: WHOLE_STEPS, space: 24, values: (_, splits) => splits.map(count) }),
  ],
  series: [{}, bars('accent'), bars('failed')],
});

/** Midnight is the day: the labels of several days are mostly midnights. */
function labelOf(at: number): string {
  const time = timeOf(at);
  if (time !== '00:00:00') return time;
  return new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
