import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Account, Ledger, LedgerMark, LedgerPoint } from '../api/wire.ts';
import { count, dayOf, plural, timeOf } from '../format.ts';
import { useDigest, useNow } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import {
  creditsOf,
  type Frame,
  type Moment,
  momentAt,
  type Scale,
  SERIES,
  type Series,
  scaleOf,
  stepPath,
} from './ledger-geometry.ts';
import { bucketOf, levelOf, valueInWords } from './thresholds.ts';

const HEIGHT = 240;
const MARKS: Readonly<Record<LedgerMark['type'], string>> = {
  'threshold-crossed': 'threshold crossed',
  'credits-topped-up': 'top-up',
  'paid-credits-reset': 'reset to zero',
  'packaged-credits-refilled': 'refill',
};

interface Level {
  readonly uuid: string;
  readonly credits: number;
  readonly bucket: 'paid' | 'packaged';
  readonly name: string;
}

/** Paid, packaged and held credits and the balance over time, with the thresholds and where they were crossed. */
export function LedgerChart({ account }: { readonly account: Account }) {
  const { data } = useResource<Ledger>(`/accounts/${account.identifier}/ledger`);
  const { digest } = useDigest();
  const now = useNow();
  const [wanted, setWanted] = useState<'time' | 'facts'>();
  const points = useMemo(
    () => withPresent(data?.points ?? [], account, now, digest?.seq ?? 0),
    [data, account, now, digest?.seq],
  );
  // At a standing clock everything happens at one instant: then one change after the other says more than time does.
  const standsStill = points.length > 1 && points.every(({ at }) => at === points[0]?.at);
  const along = wanted ?? (standsStill ? 'facts' : 'time');
  const levels = account.notifications.flatMap((notification): Level[] => {
    const credits = levelOf(notification, account);
    if (credits === undefined) return [];
    return [
      { uuid: notification.uuid, credits, bucket: bucketOf(notification), name: valueInWords(notification) },
    ];
  });
  if (data === undefined) return <div class="chart-space" />;
  return (
    <figure class="chart">
      <div class="chart-head">
        <ul class="legend" aria-label="Lines">
          {SERIES.map((series) => (
            <li key={series} class={`legend-${series}`}>
              {series}
            </li>
          ))}
        </ul>
        <span class="spacer" />
        <select
          aria-label="What runs along the chart"
          value={along}
          onChange={({ currentTarget }) => setWanted(currentTarget.value as 'time' | 'facts')}
        >
          <option value="time">over time</option>
          <option value="facts">change by change</option>
        </select>
      </div>
      <Drawing points={points} marks={data.marks} levels={levels} along={along} />
    </figure>
  );
}

/** The ledger ends at the last change; what has been true since then is drawn up to the present. */
function withPresent(
  points: readonly LedgerPoint[],
  { paid_credits: paid, packaged_credits: packaged, held_credits: held }: Account,
  now: number,
  seq: number,
): readonly LedgerPoint[] {
  const last = points.at(-1);
  const at = new Date(Math.max(now, last === undefined ? 0 : Date.parse(last.at))).toISOString();
  if (last === undefined) return [{ seq, at, paid: paid.remaining, packaged: packaged.remaining, held }];
  return at === last.at ? points : [...points, { ...last, at }];
}

interface DrawingProps {
  readonly points: readonly LedgerPoint[];
  readonly marks: readonly LedgerMark[];
  readonly levels: readonly Level[];
  readonly along: 'time' | 'facts';
}

function Drawing({ points, marks, levels, along }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  const [pointed, setPointed] = useState<number>();
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setWidth(Math.max(240, element.clientWidth));
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  const frame: Frame = { width, height: HEIGHT, left: 48, right: 12, top: 10, bottom: 24 };
  const moments = points.map((point, index) => ({
    point,
    along: along === 'time' ? Date.parse(point.at) : index,
  }));
  const scale = scaleOf(
    frame,
    moments,
    levels.map(({ credits }) => credits),
  );
  const last = moments.length - 1;
  const read = moments[Math.min(pointed ?? last, last)];
  const shown = pointed === undefined ? undefined : read;
  const pointAt = (clientX: number) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    const [from, to] = scale.along;
    const share = (clientX - left - frame.left) / (width - frame.left - frame.right);
    setPointed(momentAt(moments, from + Math.max(0, Math.min(1, share)) * (to - from)));
  };
  const step = (by: number) => setPointed(Math.max(0, Math.min(last, (pointed ?? last) + by)));
  return (
    <div
      class="chart-box"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={`Ledger: ${summary(points, marks)}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={pointed ?? last}
      aria-valuetext={read === undefined ? undefined : describe(read.point)}
      onPointerMove={({ clientX }) => pointAt(clientX)}
      onPointerLeave={() => setPointed(undefined)}
      onKeyDown={(event) => {
        const steps: Readonly<Record<string, number>> = {
          ArrowRight: 1,
          ArrowUp: 1,
          ArrowLeft: -1,
          ArrowDown: -1,
          End: last,
          Home: -last,
        };
        const by = steps[event.key];
        if (by === undefined) return;
        event.preventDefault();
        step(by);
      }}
    >
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        aria-hidden="true"
        focusable="false"
      >
        <Axes frame={frame} scale={scale} moments={moments} along={along} />
        {SERIES.toReversed().map((series) => (
          <path key={series} class={`line line-${series}`} d={stepPath(moments, scale, series)} />
        ))}
        {levels.map((level) => (
          <g key={level.uuid} class={`level level-${level.bucket}`}>
            <line
              x1={frame.left}
              x2={width - frame.right}
              y1={scale.y(level.credits)}
              y2={scale.y(level.credits)}
            />
            <text x={frame.left + 4} y={scale.y(level.credits) - 4}>
              {level.bucket} below {level.name}
            </text>
          </g>
        ))}
        <Marks marks={marks} moments={moments} levels={levels} scale={scale} frame={frame} />
        {shown !== undefined && <Pointed moment={shown} scale={scale} frame={frame} />}
      </svg>
      <p class="chart-reading" aria-hidden="true">
        {shown === undefined ? summary(points, marks) : describe(shown.point)}
      </p>
    </div>
  );
}

interface AxesProps {
  readonly frame: Frame;
  readonly scale: Scale;
  readonly moments: readonly Moment[];
  readonly along: 'time' | 'facts';
}

function Axes({ frame, scale, moments, along }: AxesProps) {
  const { width, height, left, right } = frame;
  const ends = [moments[0], moments.at(-1)] as readonly [Moment, Moment];
  const sameDay = dayOf(ends[0].point.at) === dayOf(ends[1].point.at);
  const name = ({ point }: Moment, index: number) => {
    if (along === 'facts') return index === 0 ? 'first change' : plural(moments.length, 'change');
    return sameDay ? timeOf(Math.floor(Date.parse(point.at) / 1_000) * 1_000) : dayOf(point.at);
  };
  return (
    <g class="axes">
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            class={tick === 0 ? 'zero' : ''}
            x1={left}
            x2={width - right}
            y1={scale.y(tick)}
            y2={scale.y(tick)}
          />
          <text x={left - 8} y={scale.y(tick) + 4} text-anchor="end">
            {count(tick)}
          </text>
        </g>
      ))}
      <text x={left} y={height - 6}>
        {name(ends[0], 0)}
      </text>
      <text x={width - right} y={height - 6} text-anchor="end">
        {name(ends[1], 1)}
      </text>
    </g>
  );
}

interface MarksProps {
  readonly marks: readonly LedgerMark[];
  readonly moments: readonly Moment[];
  readonly levels: readonly Level[];
  readonly scale: Scale;
  readonly frame: Frame;
}

/** Marks drawn at most: more of them would be a bar. */
const MOST_MARKS = 200;

function Marks({ marks, moments, levels, scale }: MarksProps) {
  return (
    <g>
      {marks.slice(-MOST_MARKS).map(({ seq, type, notificationUuid }) => {
        // A crossing follows from a change that came before it.
        const moment = moments.findLast(({ point }) => point.seq <= seq) ?? moments[0];
        if (moment === undefined) return null;
        const level = levels.find(({ uuid }) => uuid === notificationUuid);
        const series: Series = level?.bucket ?? (type === 'packaged-credits-refilled' ? 'packaged' : 'paid');
        return (
          <circle
            key={seq}
            class={`mark mark-${type}`}
            cx={scale.x(moment.along)}
            cy={scale.y(creditsOf(moment.point, series))}
            r={type === 'threshold-crossed' ? 5 : 3.5}
          >
            <title>{MARKS[type]}</title>
          </circle>
        );
      })}
    </g>
  );
}

function Pointed({
  moment,
  scale,
  frame,
}: {
  readonly moment: Moment;
  readonly scale: Scale;
  readonly frame: Frame;
}) {
  const x = scale.x(moment.along);
  return (
    <g class="pointed">
      <line x1={x} x2={x} y1={frame.top} y2={frame.height - frame.bottom} />
      {SERIES.map((series) => (
        <circle
          key={series}
          class={`dot-${series}`}
          cx={x}
          cy={scale.y(creditsOf(moment.point, series))}
          r={3}
        />
      ))}
    </g>
  );
}

function describe(point: LedgerPoint): string {
  const values = SERIES.map((series) => `${series} ${count(creditsOf(point, series))}`).join(', ');
  return `${dayOf(point.at)}, ${timeOf(point.at)}: ${values}`;
}

function summary(points: readonly LedgerPoint[], marks: readonly LedgerMark[]): string {
  const [first, last] = [points[0], points.at(-1)] as readonly [LedgerPoint, LedgerPoint];
  const crossed = marks.filter(({ type }) => type === 'threshold-crossed').length;
  const balance = `balance ${count(creditsOf(first, 'balance'))} → ${count(creditsOf(last, 'balance'))}`;
  return crossed === 0 ? balance : `${balance}, ${plural(crossed, 'threshold')} crossed`;
}
