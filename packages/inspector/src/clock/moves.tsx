import type { ClockMoveView } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Panel } from '../components/panel.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { plural, spanOf } from '../format.ts';
import { DialogButton, FormDialog } from '../forms/dialogs.tsx';
import { useResource } from '../live/use-resource.ts';
import { undoMove, useIsMoving } from './clock-moves.tsx';
import { HappenedLinks, happenedInWords } from './happened.tsx';

/** The moves of the clock, each with links to what it did, and the events that an undo would lose. */
export function Moves() {
  const { data } = useResource<{ moves: readonly ClockMoveView[] }>('/clock/moves');
  const moves = data?.moves ?? [];
  if (moves.length === 0) return null;
  return (
    <Panel title="Latest moves">
      <p class="dim">
        An undo restores the state from before the move: later moves and everything since are undone, too.
      </p>
      <ol class="moves">
        {moves.map((move, index) => (
          <Move move={move} later={index} key={move.id} />
        ))}
      </ol>
    </Panel>
  );
}

interface MoveProps {
  readonly move: ClockMoveView;
  /** Moves after it. */
  readonly later: number;
}

function Move({ move, later }: MoveProps) {
  const disabled = useIsMoving();
  const { id, from, to, since } = move;
  const lost = happenedInWords(since);
  const name = (
    <>
      Undo: back to <Timestamp at={from} />
    </>
  );
  return (
    <li>
      <span>
        <b>+ {spanOf(Date.parse(to) - Date.parse(from))}</b> to <Timestamp at={to} />
        <HappenedLinks move={move} />
        <span class="dim">Since then: {lost ?? 'nothing'}.</span>
      </span>
      {lost === undefined && later === 0 ? (
        <ActionButton disabled={disabled} onAction={() => undoMove(id)}>
          {name}
        </ActionButton>
      ) : (
        <DialogButton class="" disabled={disabled} dialog={<Undo move={move} later={later} />}>
          {name}
        </DialogButton>
      )}
    </li>
  );
}

/** Asks before a move is undone, and says what will be lost. */
export function Undo({ move: { id, from, since }, later }: MoveProps) {
  const lost = happenedInWords(since);
  return (
    <FormDialog
      title="Undo the move of the clock?"
      submit="Undo"
      kind="danger"
      cancel="Keep it"
      onValues={() => undoMove(id)}
    >
      <p>
        The state returns to what it was before the move, at <Timestamp at={from} />.
      </p>
      {later > 0 && <p>{plural(later, 'later move')} of the clock will be undone, too.</p>}
      {lost !== undefined && <p>Lost, because it has happened since the move: {lost}.</p>}
    </FormDialog>
  );
}
