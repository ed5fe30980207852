import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { LedgerMark, LedgerPoint } from '../api/types.ts';
import { remInPixels } from '../lists/rem.ts';
import { stepOf } from './chart-keys.ts';
import { Axes, type Level, Levels, Marks, Pointed } from './chart-layers.tsx';
import { type Frame, momentAt, SERIES, scaleOf, stepPath } from './geometry.ts';
import { pointInWords, summaryInWords } from './labels.ts';

const HEIGHT = 240;

interface DrawingProps {
  readonly points: readonly LedgerPoint[];
  readonly marks: readonly LedgerMark[];
  readonly levels: readonly Level[];
  readonly along: 'time' | 'facts';
  /** The number of the change that is read while the pointer is elsewhere; default: the latest. */
  readonly pinned: number | undefined;
  /** Called with the number of the change that the user clicks, or selects with Enter. */
  readonly onPin: (seq: number) => void;
}

/** The lines, and a reading of them at the place that the pointer or the arrow keys are at. */
export function LedgerDrawing({ points, marks, levels, along, pinned, onPin }: DrawingProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [pointed, setPointed] = useState<number>();
  const frame: Frame = { width, height: HEIGHT, left: 3 * remInPixels(), right: 12, top: 10, bottom: 24 };
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
  const cursor = pointed ?? indexOf(points, pinned);
  const read = moments[Math.min(cursor ?? last, last)];
  const shown = cursor === undefined ? undefined : read;
  const pin = () => {
    if (shown !== undefined) onPin(shown.point.seq);
  };
  const pointAt = (clientX: number) => {
    const left = box.current?.getBoundingClientRect().left ?? 0;
    const [from, to] = scale.along;
    const share = (clientX - left - frame.left) / (width - frame.left - frame.right);
    setPointed(momentAt(moments, from + Math.max(0, Math.min(1, share)) * (to - from)));
  };
  return (
    <div
      class="chart-box"
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={`Ledger: ${summaryInWords(points, marks)}`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? last}
      aria-valuetext={read === undefined ? undefined : pointInWords(read.point)}
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
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} aria-hidden="true">
        <Axes frame={frame} scale={scale} moments={moments} along={along} />
        {SERIES.toReversed().map((series) => (
          <path key={series} class={`line line-${series}`} d={stepPath(moments, scale, series)} />
        ))}
        <Levels levels={levels} scale={scale} frame={frame} />
        <Marks marks={marks} moments={moments} levels={levels} scale={scale} />
        {shown !== undefined && <Pointed moment={shown} scale={scale} frame={frame} />}
      </svg>
      <p class="chart-reading" aria-hidden="true">
        {shown === undefined ? summaryInWords(points, marks) : pointInWords(shown.point)}
      </p>
    </div>
  );
}

/** The index of a change. The last point, which repeats the last change at the current time, is not a change. */
function indexOf(points: readonly LedgerPoint[], seq: number | undefined): number | undefined {
  const index = points.findIndex((point) => point.seq === seq);
  return index < 0 ? undefined : index;
}

/** How wide the box is, now and whenever it changes. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(640);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setWidth(Math.max(240, element.clientWidth));
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, [box]);
  return width;
}
