import type { OverviewResponse } from '../api/types.ts';
import { Chart } from '../components/chart.tsx';
import { timeTicks } from '../components/time-ticks.ts';
import { Timestamp } from '../components/timestamp.tsx';
import { count, plural } from '../format.ts';
import { href } from '../routing/route.ts';
import { after, resolvedSince } from './problems.tsx';

const HEIGHT = 120;

/** The messages of the latest time as bars, with the failed ones in their own color before them. */
export function Rates({ rates }: { readonly rates: OverviewResponse['rates'] }) {
  const [first] = rates;
  if (first === undefined) return null;
  const sum = (name: 'queued' | 'failed') => rates.reduce((total, rate) => total + rate[name], 0);
  const times = rates.map(({ at }) => Date.parse(at));
  const [begin = 0, second = 1] = times;
  const span = second - begin;
  const end = begin + rates.length * span;
  const bars = (name: 'queued' | 'failed', left: (at: number) => number, top: (value: number) => number) =>
    rates
      .map(
        (rate, index) =>
          `M${left((times[index] ?? 0) + span / 10)} 100V${top(rate[name])}h${80 / rates.length}V100z`,
      )
      .join('');
  return (
    <figure class="rates">
      <ul class="legend" aria-label="Bars">
        <li class="legend-message">messages</li>
        <li class="legend-failed">failed</li>
      </ul>
      <Chart
        height={HEIGHT}
        x={[begin, end]}
        y={[0, Math.max(1, ...rates.map(({ queued }) => queued), ...rates.map(({ failed }) => failed))]}
        ticks={timeTicks(begin, end)}
      >
        {(left, top) => (
          <>
            <path class="ribbon-message" d={bars('queued', left, top)} />
            <path class="ribbon-failed" d={bars('failed', left, top)} />
          </>
        )}
      </Chart>
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
