import { useState } from 'preact/hooks';
import { Confirm } from '../components/dialog.tsx';
import { dayBeside, plural, timeOf } from '../format.ts';
import { useNow } from '../live/digest.ts';
import { clockMoves, useClockMoves } from './clock-moves.ts';

/** Undoes the latest move of the clock. It asks first when something has happened since, because that is lost. */
export function UndoButton() {
  const { isMoving, undoable, lost: since } = useClockMoves();
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  if (undoable === undefined) return null;
  const day = dayBeside(undoable.from, now);
  const undo = () => void clockMoves.undo();
  return (
    <>
      <button type="button" disabled={isMoving} onClick={() => (since > 0 ? setAsking(true) : undo())}>
        Undo: back to {day === '' ? '' : `${day}, `}
        {timeOf(undoable.from)}
      </button>
      {isAsking && (
        <Confirm
          title="Undo the move of the clock?"
          confirm="Undo"
          cancel="Keep everything"
          onConfirm={undo}
          onClose={() => setAsking(false)}
        >
          <p>
            The state returns to what it was before the move. {plural(since, 'fact')} since the move, such as
            messages and replies, {since === 1 ? 'is' : 'are'} lost.
          </p>
        </Confirm>
      )}
    </>
  );
}
