import type { ClockMoveView, RibbonBin, RibbonResponse } from '../api/types.ts';
import { dayBeside, plural, spanOf, timeOf } from '../format.ts';
import { useResource } from '../live/use-resource.ts';
import { LEGEND } from './drawing.tsx';
import { type Period, periodText } from './period.ts';
import { askToMove, askToUndo } from './travel.tsx';
import { bothTexts, dueText, laterText } from './words.ts';

interface RibbonListProps {
  readonly bins: readonly RibbonBin[];
  /** What is due after the part that is shown. */
  readonly later: RibbonResponse['later'] | undefined;
  readonly now: number;
  readonly onSelect: (period: Period) => void;
}

/** What the ribbon shows, for the keyboard and for screen readers: the latest part first, each with what can be done with it. */
export function RibbonList({ bins, later, now, onSelect }: RibbonListProps) {
  const moves = useResource<{ moves: readonly ClockMoveView[] }>('/clock/moves').data?.moves ?? [];
  return (
    <section class="ribbon-list" aria-label="Time as a list">
      <ul class="legend" aria-label="Marks">
        {Object.entries(LEGEND).map(([kind, meaning]) => (
          <li class={`legend-${kind}`} key={kind}>
            {meaning}
          </li>
        ))}
      </ul>
      {bins.length === 0 && <p class="dim">Nothing happens in this part of time.</p>}
      <ol>
        {later?.at != null && (
          <li>
            <span class="tabular">{laterText(later.jobs, later.at, now)}</span>
            <span>{plural(later.jobs, 'job')}</span>
            <button type="button" class="small" onClick={() => askToMove(Date.parse(later.at ?? ''))}>
              Move here…<span class="visually-hidden"> {timeOf(later.at)}</span>
            </button>
          </li>
        )}
        {bins.toReversed().map((bin) => {
          const period = { from: Date.parse(bin.from), to: Date.parse(bin.to) };
          const text = periodText(period, now);
          return (
            <li key={bin.to}>
              <span class="tabular">{text}</span>
              <span>{bothTexts(bin)}</span>
              <button type="button" class="small" onClick={() => onSelect(period)}>
                Select<span class="visually-hidden"> {text}</span>
              </button>
              {dueText(bin) !== '' && period.to > now && (
                <button type="button" class="small" onClick={() => askToMove(period.to)}>
                  Move here…<span class="visually-hidden"> {timeOf(period.to)}</span>
                </button>
              )}
            </li>
          );
        })}
        {moves.map(({ id, from, to }) => (
          <li key={id}>
            <span class="tabular">
              {dayBeside(from, now)} {timeOf(from)}
            </span>
            <span>The clock was moved by {spanOf(Date.parse(to) - Date.parse(from))}</span>
            <button type="button" class="small" onClick={() => askToUndo(moves, Date.parse(from))}>
              Undo…<span class="visually-hidden"> Back to {timeOf(from)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
