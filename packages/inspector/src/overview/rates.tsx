import type { OverviewResponse } from '../api/types.ts';
import { Timestamp } from '../components/timestamp.tsx';
import { plural } from '../format.ts';

/** The messages of the latest time as bars, with the failed ones in their own color. */
export function Rates({ rates }: { readonly rates: OverviewResponse['rates'] }) {
  const [first] = rates;
  if (first === undefined) return null;
  const most = Math.max(1, ...rates.map(({ queued, failed }) => Math.max(queued, failed)));
  const sum = (name: 'queued' | 'failed') => rates.reduce((total, rate) => total + rate[name], 0);
  const share = (value: number) => `${(value / most) * 100}%`;
  return (
    <figure class="rates">
      <div class="rates-bars" aria-hidden="true">
        {rates.map(({ at, queued, failed }) => (
          <span key={at} title={`${plural(queued, 'message')}, ${failed} failed`}>
            <i class="rate-queued" style={{ height: share(queued) }} />
            <i class="rate-failed" style={{ height: share(failed) }} />
          </span>
        ))}
      </div>
      <figcaption class="dim">
        {plural(sum('queued'), 'message')} since <Timestamp at={first.at} />, {sum('failed')} failed
      </figcaption>
    </figure>
  );
}
