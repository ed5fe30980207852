import { useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { LedgerMark, LedgerPoint } from '../api/types.ts';
import { axis, colorOf, Plot, type PlotOptions, WHOLE_STEPS } from '../components/plot.tsx';
import { count, dayOf, timeOf } from '../format.ts';
import { creditsOf, rangeOf, type Series } from './credits.ts';
import { MARKS, pointInWords, summaryInWords } from './labels.ts';

const HEIGHT = 240;
/** Marks drawn at most: more of them would be a bar. */
const MOST_MARKS = 200;
/** The width of a digit, for the labels of the credits. */
const DIGIT = 7;

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
  readonly levels: readonly Level[];
  /** The lines to draw, the balance first. */
  readonly series: readonly Series[];
  readonly along: 'time' | 'facts';
  /** The number of the change that is read while the pointer is elsewhere; default: the latest. */
  readonly pinned: number | undefined;
  /** Called with the number of the change that the user clicks, or selects with Enter. */
  readonly onPin: (seq: number) => void;
}

/**
 * The lines, and a reading of them at the place that the pointer or the arrow keys are at. With other lines, levels or another
 * axis, it is another drawing, with another key.
 */
export function LedgerDrawing(props: DrawingProps) {
  const { points, marks, levels, series, along, pinned, onPin } = props;
  const plot = useRef<uPlot | undefined>(undefined);
  const [pointed, setPointed] = useState<number>();
  const last = points.length - 1;
  const cursor = pointed ?? indexOf(points, pinned);
  const read = points[Math.min(cursor ?? last, last)];
  const shown = cursor === undefined ? undefined : read;
  const latest = useRef({ ...props, shown: cursor });
  latest.current = { ...props, shown: cursor };
  const data = useMemo(() => {
    const xs = points.map(({ at }, index) => (along === 'time' ? Date.parse(at) : index));
    const lines = series.map((one) => points.map((point) => creditsOf(point, one)));
    return [xs, ...lines, ...levels.map(({ credits }) => points.map(() => credits))] as uPlot.AlignedData;
  }, [points]);
  const pin = () => {
    if (shown !== undefined) onPin(shown.seq);
  };
  const pointAt = (clientX: number) => {
    const over = plot.current?.over.getBoundingClientRect();
    if (over !== undefined) setPointed(plot.current?.posToIdx(clientX - over.left));
  };
  return (
    <div
      class="chart-box"
      role="slider"
      tabIndex={0}
      aria-label={`Ledger: ${summaryInWords(points, marks)}`}
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
      <Plot
        options={() => optionsOf(props, () => latest.current)}
        data={data}
        height={HEIGHT}
        version={JSON.stringify([cursor, marks.at(-1)?.seq])}
        onPlot={(drawn) => {
          plot.current = drawn;
        }}
      />
      <p class="chart-reading" aria-hidden="true">
        {shown === undefined ? summaryInWords(points, marks) : pointInWords(shown)}
      </p>
    </div>
  );
}

/** The index of a change. The last point, which repeats the last change at the current time, is not a change. */
function indexOf(points: readonly LedgerPoint[], seq: number | undefined): number | undefined {
  const index = points.findIndex((point) => point.seq === seq);
  return index < 0 ? undefined : index;
}

type Latest = DrawingProps & { readonly shown: number | undefined };

/** How the chart is drawn, with the points and marks that the element has at that time. */
function optionsOf({ series, levels, along }: DrawingProps, latest: () => Latest): PlotOptions {
  const credits = levels.map((level) => level.credits);
  return {
    cursor: { show: false },
    legend: { show: false },
    padding: [8, 12, 0, 0],
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), 'Etc/UTC'),
    scales: {
      x: { time: along === 'time', range: (_, from, to) => [from, Math.max(from + 1, to)] },
      y: {
        range: ({ data }, low, high) => rangeOf(low, high, credits, Math.min(...(data[1] as number[])) <= 0),
      },
    },
    axes: [
      axis({ space: 90, size: 28, values: (_, splits) => splits.map((at) => placeText(at, splits, along)) }),
      axis({
        incrs: WHOLE_STEPS,
        // Before they are known, the labels are null.
        size: (_, labels: readonly string[] | null) =>
          16 + DIGIT * Math.max(0, ...(labels ?? []).map(({ length }) => length)),
        values: (_, splits) => splits.map(count),
      }),
    ],
    series: [
      {},
      ...series.map((one) => ({
        stroke: (plot: uPlot) => (one === 'balance' ? redBelowZero(plot) : colorOf(plot, `series-${one}`)),
        width: one === 'balance' ? 2 : 1.5,
        // Credits do not drift from one value to another.
        ...(uPlot.paths.stepped === undefined ? {} : { paths: uPlot.paths.stepped({ align: 1 }) }),
        points: { show: false },
      })),
      // The range includes a threshold only if it is near.
      ...levels.map(() => ({
        auto: false,
        stroke: (plot: uPlot) => colorOf(plot, 'warning'),
        width: 1,
        dash: [4, 4],
        points: { show: false },
      })),
    ],
    hooks: { drawClear: [shadeBelowZero], draw: [(plot) => place(plot, latest())] },
  };
}

/** A label of the horizontal axis: a time or a day, or the number of the change. */
function placeText(at: number, splits: readonly number[], along: 'time' | 'facts'): string {
  if (along === 'facts') return Number.isInteger(at) ? count(at + 1) : '';
  const isOneDay = dayOf(splits[0] ?? at) === dayOf(splits.at(-1) ?? at);
  return isOneDay ? timeOf(at) : dayOf(at).replace(/ \d+$/, '');
}

/** The color of the balance, with red for zero and less. */
function redBelowZero(plot: uPlot): CanvasGradient | string {
  const { height } = plot.ctx.canvas;
  const color = colorOf(plot, 'series-balance');
  // The line has a width: at zero, its upper edge is above the zero line.
  const zero = Math.max(0, Math.min(1, (plot.valToPos(0, 'y', true) - 2) / height));
  const gradient = plot.ctx.createLinearGradient(0, 0, 0, height);
  gradient.addColorStop(0, color);
  gradient.addColorStop(zero, color);
  gradient.addColorStop(zero, colorOf(plot, 'failed'));
  gradient.addColorStop(1, colorOf(plot, 'failed'));
  return gradient;
}

function shadeBelowZero(plot: uPlot): void {
  const { left, top, width, height } = plot.bbox;
  const zero = Math.max(top, plot.valToPos(0, 'y', true));
  if (zero >= top + height) return;
  plot.ctx.fillStyle = colorOf(plot, 'failed-soft');
  plot.ctx.fillRect(left, zero, width, top + height - zero);
}

/** Places elements over the chart: events, each on the line of its credits and with a tooltip, and the line of the reading. */
function place(plot: uPlot, { marks, points, levels, shown }: Latest): void {
  const leftAt = (index: number) => `${plot.valToPos(plot.data[0][index] ?? 0, 'x')}px`;
  const placed = marks.slice(-MOST_MARKS).flatMap(({ seq, type, notificationUuid }) => {
    // A crossing follows from a change that came before it.
    const index = Math.max(
      0,
      points.findLastIndex((point) => point.seq <= seq),
    );
    const point = points[index];
    if (point === undefined) return [];
    const level = levels.find(({ uuid }) => uuid === notificationUuid);
    const bucket = level?.bucket ?? (type === 'packaged-credits-refilled' ? 'packaged' : 'paid');
    const mark = document.createElement('i');
    mark.className = `mark mark-${type}`;
    mark.title = MARKS[type];
    mark.style.left = leftAt(index);
    mark.style.top = `${plot.valToPos(creditsOf(point, bucket), 'y')}px`;
    return [mark];
  });
  if (shown !== undefined) {
    const reading = document.createElement('i');
    reading.className = 'chart-at';
    reading.style.left = leftAt(shown);
    placed.push(reading);
  }
  plot.over.replaceChildren(...placed);
}
