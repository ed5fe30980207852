import { useMemo, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { LedgerMark, LedgerPoint } from '../api/types.ts';
import { axis, colorOf, Plot, type PlotOptions, WHOLE_STEPS } from '../components/plot.tsx';
import { count, dayOf, timeOf } from '../format.ts';
import { stepOf } from './chart-keys.ts';
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

/** The lines, and a reading of them at the place that the pointer or the arrow keys are at. */
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
    return [xs, ...series.map((one) => points.map((point) => creditsOf(point, one)))] as uPlot.AlignedData;
  }, [points, series, along]);
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
        const by = stepOf(event.key, last);
        if (by === undefined) return;
        event.preventDefault();
        setPointed(Math.max(0, Math.min(last, (cursor ?? last) + by)));
      }}
    >
      <Plot
        options={() => optionsOf(() => latest.current)}
        data={data}
        height={HEIGHT}
        version={JSON.stringify([cursor, marks.at(-1)?.seq, levels])}
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

type Latest = () => DrawingProps & { readonly shown: number | undefined };

/** How the chart is drawn, with the properties that the element has at that time. */
function optionsOf(latest: Latest): PlotOptions {
  const { series, along } = latest();
  return {
    cursor: { show: false },
    legend: { show: false },
    padding: [8, 12, 0, 0],
    ms: 1,
    tzDate: (at) => uPlot.tzDate(new Date(at), 'Etc/UTC'),
    scales: {
      x: { time: along === 'time', range: (_, from, to) => [from, Math.max(from + 1, to)] },
      y: {
        range: (plot, low, high) => {
          const { levels } = latest();
          const lowest = Math.min(...(plot.data[1] as number[]));
          return rangeOf(
            low,
            high,
            levels.map(({ credits }) => credits),
            lowest <= 0,
          );
        },
      },
    },
    axes: [
      axis({ space: 90, size: 28, values: (_, splits) => splits.map((at) => placeText(at, splits, along)) }),
      axis({
        incrs: WHOLE_STEPS,
        size: (_, values) => widthOf(values),
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
    ],
    hooks: {
      drawClear: [shadeBelowZero],
      draw: [
        (plot) => {
          for (const { credits } of latest().levels) drawLine(plot, 'y', credits, 'warning', [4, 4]);
          placeMarks(plot, latest());
          const at = plot.data[0][latest().shown ?? -1];
          if (at !== undefined) drawLine(plot, 'x', at, 'ink-dim', []);
        },
      ],
    },
  };
}

/** The width of the labels of the vertical axis. Before they are known, they are null. */
function widthOf(labels: readonly string[] | null): number {
  return 16 + DIGIT * Math.max(0, ...(labels ?? []).map(({ length }) => length));
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

function drawLine(
  plot: uPlot,
  scale: 'x' | 'y',
  value: number,
  color: string,
  dash: readonly number[],
): void {
  const { ctx, bbox } = plot;
  const at = Math.round(plot.valToPos(value, scale, true));
  const [from, to] = scale === 'x' ? [bbox.left, bbox.left + bbox.width] : [bbox.top, bbox.top + bbox.height];
  if (at < from || at > to) return;
  ctx.save();
  ctx.strokeStyle = colorOf(plot, color);
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
  ctx.beginPath();
  if (scale === 'x') {
    ctx.moveTo(at, bbox.top);
    ctx.lineTo(at, bbox.top + bbox.height);
  } else {
    ctx.moveTo(bbox.left, at);
    ctx.lineTo(bbox.left + bbox.width, at);
  }
  ctx.stroke();
  ctx.restore();
}

/** Elements for events, each on the line of its credits, with a tooltip. */
function placeMarks(plot: uPlot, { marks, points, levels }: DrawingProps): void {
  const placed = marks.slice(-MOST_MARKS).flatMap(({ seq, type, notificationUuid }) => {
    // A crossing follows from a change that came before it.
    const index = Math.max(
      0,
      points.findLastIndex((point) => point.seq <= seq),
    );
    const [point, x] = [points[index], plot.data[0][index]];
    if (point === undefined || x === undefined) return [];
    const level = levels.find(({ uuid }) => uuid === notificationUuid);
    const bucket = level?.bucket ?? (type === 'packaged-credits-refilled' ? 'packaged' : 'paid');
    const mark = document.createElement('i');
    mark.className = `mark mark-${type}`;
    mark.title = MARKS[type];
    mark.style.left = `${plot.valToPos(x, 'x')}px`;
    mark.style.top = `${plot.valToPos(creditsOf(point, bucket), 'y')}px`;
    return [mark];
  });
  plot.over.replaceChildren(...placed);
}
