import type { ClockMoveView, RibbonResponse } from '../api/types.ts';
import { move } from '../clock/clock-moves.tsx';
import { Undo } from '../clock/moves.tsx';
import { notify } from '../components/notices.tsx';
import { dayOf, spanOf, timeOf } from '../format.ts';
import { FormDialog, showWindow } from '../forms/dialogs.tsx';
import { live } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { query } from '../values.ts';
import { dueText } from './words.ts';

/** What happened in a period, and what is due in it, as a whole. Without a period, nothing is read. */
export function useCounts(from: number | undefined, to = 0): RibbonResponse['bins'][number] | undefined {
  const iso = (at: number) => new Date(at).toISOString();
  const path = from === undefined ? undefined : `/ribbon${query({ from: iso(from), to: iso(to), bins: 1 })}`;
  const { data } = useResource<RibbonResponse>(path);
  return data && (data.bins[0] ?? { from: '', to: '' });
}

/** Asks whether to move the clock to an instant, and says what is due until then. */
export function askToMove(to: number): void {
  showWindow(<MoveQuestion to={to} />);
}

function MoveQuestion({ to }: { readonly to: number }) {
  const from = live.now();
  const counts = useCounts(Math.min(from, to - 1), to);
  const due = counts && dueText(counts);
  return (
    <FormDialog
      title="Move the clock?"
      submit="Move"
      onValues={() => move({ to: new Date(to).toISOString() })}
    >
      <p>
        To <b>{`${dayOf(to)}, ${timeOf(to)}`}</b>, {spanOf(to - from)} later.
      </p>
      <p role="status">
        {due === undefined
          ? 'Reading what is due…'
          : due === ''
            ? 'Nothing is due until then.'
            : `Due until then: ${due}. What follows from it, such as receipts and webhooks, comes in addition.`}
      </p>
    </FormDialog>
  );
}

/** The move whose beginning is nearest to an instant, and how many moves came after it. */
export function nearest(
  moves: readonly ClockMoveView[],
  at: number,
): { readonly move: ClockMoveView; readonly later: number } | undefined {
  const distance = ({ from }: ClockMoveView) => Math.abs(Date.parse(from) - at);
  const [move] = moves.toSorted((a, b) => distance(a) - distance(b));
  return move && { move, later: moves.indexOf(move) };
}

/** Asks whether to undo the moves back to the one whose beginning is nearest to an instant. */
export function askToUndo(moves: readonly ClockMoveView[], at: number): void {
  const found = nearest(moves, at);
  if (found === undefined) notify('There is no move of the clock to undo.');
  else showWindow(<Undo {...found} />);
}
