import { useMemo, useRef, useState } from 'preact/hooks';
import type { AccountOverview, LedgerResponse } from '../api/types.ts';
import { Failure } from '../components/loading.tsx';
import { Select } from '../forms/select.tsx';
import { live, useNow } from '../live/digest.ts';
import { type Resource, useResource } from '../live/use-resource.ts';
import { query } from '../values.ts';
import { isFar, type Series, seriesOf } from './credits.ts';
import { LedgerDrawing, type Level } from './ledger-drawing.tsx';
import { continued, withPresent } from './points.ts';
import { bucketOf, levelOf, valueInWords } from './thresholds.ts';

interface LedgerChartProps {
  readonly account: AccountOverview;
  /** The number of the change to show; default: the current credits. */
  readonly pinned: number | undefined;
  /** Called with the number of the change that the user selects. */
  readonly onPin: (seq: number) => void;
}

/** Paid, packaged and held credits and the balance over time, with the thresholds and where they were crossed. */
export function LedgerChart({ account, pinned, onPin }: LedgerChartProps) {
  const ledger = useLedger(account.identifier);
  const { data } = ledger;
  const now = useNow();
  const [wanted, setWanted] = useState<'time' | 'facts'>();
  // The line is drawn to the current time once a second, and when the ledger was read again.
  const second = Math.floor(now / 1_000);
  const isEmpty = data === undefined || data.points.length === 0;
  const points = useMemo(
    () => withPresent(data?.points ?? [], account, live.now(), live.digest?.seq ?? 0),
    [data?.points, second, isEmpty ? account : undefined],
  );
  // While the clock stands still, everything happens at one instant, so the chart shows one change after the other.
  const standsStill = points.length > 1 && points.every(({ at }) => at === points[0]?.at);
  const along = wanted ?? (standsStill ? 'facts' : 'time');
  const levels = account.notifications.flatMap((notification): Level[] => {
    const credits = levelOf(notification, account);
    if (credits === undefined) return [];
    return [
      { uuid: notification.uuid, credits, bucket: bucketOf(notification), name: valueInWords(notification) },
    ];
  });
  const levelsKey = JSON.stringify(levels);
  const [chosen, setChosen] = useState<Partial<Record<Series, boolean>>>({});
  const all = useMemo(() => seriesOf(points), [points]);
  const isShown = (one: Series) => one === 'balance' || (chosen[one] ?? !isFar(points, one));
  const series = all.filter(isShown);
  const seriesKey = series.join(' ');
  // The same element again prevents the browser from drawing the chart again with every message.
  const drawing = useMemo(
    () => (
      <LedgerDrawing
        key={`${along} ${seriesKey} ${levelsKey}`}
        points={points}
        marks={data?.marks ?? []}
        levels={levels}
        series={series}
        along={along}
        pinned={pinned}
        onPin={onPin}
      />
    ),
    [points, data?.marks, levelsKey, seriesKey, along, pinned],
  );
  if (data === undefined && ledger.error !== undefined) return <Failure of={ledger} />;
  if (data === undefined) return <div class="chart-space" role="status" aria-label="Loading the ledger" />;
  return (
    <figure class="chart">
      <div class="chart-head">
        <ul class="legend" aria-label="Lines">
          {all.map((one) => (
            <li key={one} class={`legend-${one}`}>
              {one === 'balance' ? (
                `balance${all.includes('paid') ? '' : ', all of it paid'}`
              ) : (
                <button
                  type="button"
                  class="legend-toggle"
                  aria-pressed={isShown(one)}
                  onClick={() => setChosen({ ...chosen, [one]: !isShown(one) })}
                >
                  {one}
                </button>
              )}
            </li>
          ))}
          {levels.map(({ uuid, bucket, name }) => (
            <li key={uuid} class="legend-level">
              {bucket} below {name}
            </li>
          ))}
        </ul>
        <Select
          aria-label="Horizontal axis"
          value={along}
          onValue={(chosen) => setWanted(chosen as 'time' | 'facts')}
          options={[
            ['time', 'over time'],
            ['facts', 'change by change'],
          ]}
        />
      </div>
      {drawing}
    </figure>
  );
}

/** Reads the ledger of an account, and afterwards only what was added to it. */
function useLedger(account: string): Resource<LedgerResponse> {
  const latest = useRef<LedgerResponse | undefined>(undefined);
  return useResource<LedgerResponse>(`/accounts/${account}/ledger`, {
    continuation: {
      query: () => query({ cursor: latest.current?.cursor }),
      combine: (response) => {
        latest.current = continued(latest.current, response);
        return latest.current;
      },
    },
  });
}
