import { useMemo, useRef, useState } from 'preact/hooks';
import type { AccountOverview, LedgerResponse } from '../api/types.ts';
import { Failure } from '../components/loading.tsx';
import { live, useNow } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { query } from '../values.ts';
import { isFar, type Series, seriesOf } from './credits.ts';
import { MARKS } from './labels.ts';
import { LedgerDrawing, type Level } from './ledger-drawing.tsx';
import { withPresent } from './points.ts';
import { bucketOf, levelOf, valueInWords } from './thresholds.ts';

/** Columns of the chart. A ledger with more entries is drawn by its outline. */
const COLUMNS = 1_000;

interface LedgerChartProps {
  readonly account: AccountOverview;
  /** The number of the change to show; default: the current credits. */
  readonly pinned: number | undefined;
  /** Called with the number of the change that the user selects. */
  readonly onPin: (seq: number) => void;
}

/** Paid, packaged and held credits and the balance over time, with the thresholds and where they were crossed. */
export function LedgerChart({ account, pinned, onPin }: LedgerChartProps) {
  const ledger = useResource<LedgerResponse>(
    `/accounts/${account.identifier}/ledger${query({ bins: COLUMNS, locate: pinned })}`,
  );
  // While the entry that the user selects is read, the drawing without it stays.
  const drawn = useRef<LedgerResponse>(undefined);
  const { data = drawn.current } = ledger;
  drawn.current = data;
  const now = useNow();
  // The line is drawn to the current time once a second, and when the ledger was read again.
  const second = Math.floor(now / 1_000);
  const isEmpty = data === undefined || data.entries.length === 0;
  const marks = useMemo(() => data?.entries.filter(({ type }) => type in MARKS) ?? [], [data]);
  const points = useMemo(
    () => withPresent(data?.entries ?? [], account, live.now(), live.digest?.seq ?? 0),
    [data, second, isEmpty ? account : undefined],
  );
  // While the clock stands still, everything happens at one instant, so the chart shows one change after the other.
  const standsStill = points.length > 1 && points.every(({ at }) => at === points[0]?.at);
  const along = standsStill ? 'facts' : 'time';
  const levels = account.notifications.flatMap((notification): Level[] => {
    const credits = levelOf(notification, account);
    if (credits === undefined) return [];
    return [
      { uuid: notification.uuid, credits, bucket: bucketOf(notification), name: valueInWords(notification) },
    ];
  });
  const [chosen, setChosen] = useState<Partial<Record<Series, boolean>>>({});
  const [all, far] = useMemo(() => {
    const lines = seriesOf(points);
    return [lines, lines.filter((one) => isFar(points, one))] as const;
  }, [points]);
  const isShown = (one: Series) => one === 'balance' || (chosen[one] ?? !far.includes(one));
  const series = all.filter(isShown);
  if (data === undefined) {
    if (ledger.error !== undefined) return <Failure of={ledger} />;
    return <div class="chart-space" role="status" aria-label="Loading the ledger" />;
  }
  return (
    <figure class="chart">
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
      <LedgerDrawing
        key={JSON.stringify([along, series, levels])}
        points={points}
        marks={marks}
        isWhole={data.entries.length === data.total}
        levels={levels}
        series={series}
        along={along}
        pinned={pinned}
        onPin={onPin}
      />
    </figure>
  );
}
