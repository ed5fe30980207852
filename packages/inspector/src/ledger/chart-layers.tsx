import type { LedgerMark } from '../api/types.ts';
import { dayOf, plural, shortCount, timeOf } from '../format.ts';
import { creditsOf, type Frame, type Moment, type Scale, SERIES, type Series } from './geometry.ts';
import { MARKS } from './labels.ts';

/** A threshold as the chart draws it. */
export interface Level {
  readonly uuid: string;
  readonly credits: number;
  readonly bucket: 'paid' | 'packaged';
  readonly name: string;
}

interface AxesProps {
  readonly frame: Frame;
  readonly scale: Scale;
  readonly moments: readonly Moment[];
  readonly along: 'time' | 'facts';
}

/** The axes: credits, and time or changes. */
export function Axes({ frame, scale, moments, along }: AxesProps) {
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
            {shortCount(tick)}
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

interface LevelsProps {
  readonly levels: readonly Level[];
  readonly scale: Scale;
  readonly frame: Frame;
}

/** The thresholds, across the chart. The legend names them, because a name in the chart could cover a line. */
export function Levels({ levels, scale, frame }: LevelsProps) {
  return levels.map(({ uuid, credits }) => {
    const y = scale.y(credits);
    return <line key={uuid} class="level" x1={frame.left} x2={frame.width - frame.right} y1={y} y2={y} />;
  });
}

interface MarksProps {
  readonly marks: readonly LedgerMark[];
  readonly moments: readonly Moment[];
  readonly levels: readonly Level[];
  readonly scale: Scale;
}

/** Marks drawn at most: more of them would be a bar. */
const MOST_MARKS = 200;

/** Marks for events, each on the line of its credits. */
export function Marks({ marks, moments, levels, scale }: MarksProps) {
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

interface PointedProps {
  readonly moment: Moment;
  readonly scale: Scale;
  readonly frame: Frame;
}

/** The place that is read. */
export function Pointed({ moment, scale, frame }: PointedProps) {
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
