import { useId, useMemo, useRef, useState } from 'preact/hooks';
import type { LedgerMark, LedgerPoint } from '../api/types.ts';
import { Chart, type Range, wholeStep } from '../components/chart.tsx';
import { multiplesIn, timeTicks } from '../components/time-ticks.ts';
import { count } from '../format.ts';
import { creditsOf, rangeOf, type Series } from './credits.ts';
import { MARKS, pointInWords, summaryInWords } from './labels.ts';
import { steppedPath } from './stepped.ts';

const HEIGHT = 240;
/** Marks drawn at most: more of them would be a bar. */
const MOST_MARKS = 200;

/** A threshold as the chart draws it. */
export interface Level {
  readonly uuid: string;
  readonly credits: number;
  readonly bucket: 'paid' | 'packaged';
  readonly name: string;
}

interface DrawingProps {
  readonly points: readonly LedgerPoint[];
  readonly marks: readonly LedgerMark[];
  /** Whether there is a point for every entry of the ledger. */
  readonly isWhole: boolean;
  readonly levels: readonly Level[];
  /** The lines to draw, the balance first. */
  readonly series: readonly Series[];
  readonly along: 'time' | 'facts';
  /** The number of the entry that is read while the pointer is elsewhere; default: the latest. */
  readonly pinned: number | undefined;
  /** Called with the number of the change that the user clicks, or selects with Enter. */
  readonly onPin: (seq: number) => void;
}

/**
 * The lines, and a reading of them at the place that the pointer or the arrow keys are at. With other lines, levels or another
 * axis, it is another drawing, with another key.
 */
export function LedgerDrawing(props: DrawingProps) {
  const { points, marks, isWhole, levels, series, along, pinned, onPin } = props;
  const box = useRef<HTMLDivElement>(null);
  const red = useId();
  const [pointed, setPointed] = useState<number>();
  const last = points.length - 1;
  const cursor = pointed ?? indexOf(points, pinned);
  const read = points[Math.min(cursor ?? last, last)];
  const shown = cursor === undefined ? undefined : read;
  const { xs, lines, x, y } = useMemo(() => {
    const places = points.map(({ at, number }) => (along === 'time' ? Date.parse(at) : number));
    const values = series.map((one) => points.map((point) => creditsOf(point, one)));
    const all = values.flat();
    const [low, high] = [all.reduce((a, b) => Math.min(a, b)), all.reduce((a, b) => Math.max(a, b))];
    const isOut = (values[0] ?? []).some((value) => value <= 0);
    const [first = 0, end = 0] = [places[0], places.at(-1)];
    return {
      xs: places,
      lines: values,
      x: [first, Math.max(first + 1, end)] as Range,
      y: rangeOf(
        low,
        high,
        levels.map(({ credits }) => credits),
        isOut,
      ),
    };
  }, [points]);
  const marked = useMemo(
    () => marks.slice(-MOST_MARKS).flatMap((mark) => placeOf(mark, points, levels)),
    [points, marks],
  );
  const pin = () => {
    if (shown !== undefined) onPin(shown.seq);
  };
  const pointAt = (clientX: number) => {
    const area = box.current?.querySelector('.plot-area')?.getBoundingClientRect();
    if (area === undefined) return;
    const at = x[0] + ((clientX - area.left) / area.width) * (x[1] - x[0]);
    const next = xs.findIndex((place) => place >= at);
    const isBefore = next > 0 && at - (xs[next - 1] ?? 0) < (xs[next] ?? 0) - at;
    setPointed(next < 0 ? last : isBefore ? next - 1 : next);
  };
  return (
    <div
      class="chart-box"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={`Ledger: ${summaryInWords(points, marks, isWhole)}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? last}
      aria-valuetext={read === undefined ? undefined : pointInWords(read)}
      onPointerMove={({ clientX }) => pointAt(clientX)}
      onPointerLeave={() => setPointed(undefined)}
      onClick={pin}
      onKeyDown={(event) => {
        if (event.key === 'Enter') pin();
        const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, End: last, Home: -last }[
          event.key
        ];
        if (by === undefined) return;
        event.preventDefault();
        setPointed(Math.max(0, Math.min(last, (cursor ?? last) + by)));
      }}
    >
      <Chart
        height={HEIGHT}
        x={x}
        y={y}
        ticks={along === 'time' ? timeTicks(...x) : factTicks(...x)}
        over={(left, top) => (
          <>
            {marked.map(({ seq, type, index, credits }) => (
              <i
                class={`mark mark-${type}`}
                title={MARKS[type]}
                style={{ left: `${left(xs[index] ?? 0)}%`, top: `${top(credits)}%` }}
                key={seq}
              />
            ))}
            {cursor !== undefined && <i class="chart-at" style={{ left: `${left(xs[cursor] ?? 0)}%` }} />}
          </>
        )}
      >
        {(left, top) => (
          <>
            {y[0] < 0 && <rect class="chart-debt" y={top(Math.min(0, y[1]))} width="100" height="100" />}
            {levels.map(({ uuid, credits }) => (
              <path class="chart-level" d={`M0 ${top(credits)}H100`} key={uuid} />
            ))}
            <RedBelowZero id={red} from={top(0)} />
            {/* The balance is above the others. */}
            {series.toReversed().map((one) => (
              <path
                class={`line line-${one}`}
                d={steppedPath(xs, lines[series.indexOf(one)] ?? [], left, top)}
                style={one === 'balance' ? { stroke: `url(#${red})` } : {}}
                key={one}
              />
            ))}
          </>
        )}
      </Chart>
      <p class="chart-reading" aria-hidden="true">
        {shown === undefined ? summaryInWords(points, marks, isWhole) : pointInWords(shown)}
      </p>
    </div>
  );
}

/** The index of an entry. The last point, which repeats the last entry at the current time, is not an entry. */
function indexOf(points: readonly LedgerPoint[], seq: number | undefined): number | undefined {
  const index = points.findIndex((point) => point.seq === seq);
  return index < 0 ? undefined : index;
}

/** The color of the balance, with red for zero and less. */
function RedBelowZero({ id, from }: { readonly id: string; readonly from: number }) {
  // The line has a width: at zero, its upper edge is above the zero line.
  const zero = Math.max(0, Math.min(1, (from - 0.8) / 100));
  return (
    <linearGradient id={id} gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2="100">
      <stop class="stop-balance" offset={zero} />
      <stop class="stop-debt" offset={zero} />
    </linearGradient>
  );
}

/** Where a mark is: on the line of its credits. */
function placeOf(
  { seq, type, notificationUuid }: LedgerMark,
  points: readonly LedgerPoint[],
  levels: readonly Level[],
) {
  const index = indexOf(points, seq);
  const point = points[index ?? -1];
  if (index === undefined || point === undefined) return [];
  const level = levels.find(({ uuid }) => uuid === notificationUuid);
  const bucket = level?.bucket ?? (type === 'packaged-credits-refilled' ? 'packaged' : 'paid');
  return [{ seq, type, index, credits: creditsOf(point, bucket) }];
}

/** Numbers of entries. */
function factTicks(from: number, to: number) {
  const step = wholeStep((to - from) / 8);
  return multiplesIn(from, to, step).map((at) => ({
    at,
    text: count(at),
    isMinor: (at / step) % 2 !== 0,
  }));
}
