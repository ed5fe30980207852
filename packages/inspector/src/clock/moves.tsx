import type { ClockMoveView } from '../api/types.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Panel } from '../components/panel.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { plural, spanOf } from '../format.ts';
import { ConfirmButton } from '../forms/dialogs.tsx';
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
  const undo = () => undoMove(id);
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
        <ActionButton disabled={disabled} onAction={undo}>
          {name}
        </ActionButton>
      ) : (
        <ConfirmButton
          class=""
          disabled={disabled}
          title="Undo the move of the clock?"
          loss={
            <>
              <p>The state returns to what it was before the move.</p>
              {later > 0 && <p>{plural(later, 'later move')} of the clock will be undone, too.</p>}
              {lost !== undefined && <p>Lost, because it has happened since the move: {lost}.</p>}
            </>
          }
          submit="Undo"
          onConfirm={undo}
        >
          {name}
        </ConfirmButton>
      )}
    </li>
  );
}
