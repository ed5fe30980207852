import { useEffect } from 'preact/hooks';
import { call } from '../api/control-api.ts';
import type { ClockMoveView } from '../api/types.ts';
import { notify, runAction } from '../components/notices.tsx';
import { dayOf, plural, timeOf } from '../format.ts';
import { live } from '../live/digest.ts';
import { useRedraw } from '../live/use-redraw.ts';
import { go } from '../routing/route.ts';

interface Moved {
  readonly now: string;
  readonly ran: number;
  /** The move, by which it can be undone; null when the state is too large. */
  readonly move: string | null;
}

/** Moves of the clock that this page makes: one at a time. The emulator keeps the state from before each. */
class ClockMoves {
  isMoving = false;
  readonly #listeners = new Set<() => void>();

  /** Moves the clock unless a move is running, and shows the new time and the number of jobs that ran. */
  move(target: object): Promise<void> {
    return this.#exclusively(async () => {
      const { now, ran, move } = await call<Moved>('POST', '/clock/advance', { ...target, undoable: true });
      const text = `It is ${dayOf(now)}, ${timeOf(now)}. ${plural(ran, 'job')} ran.`;
      if (move === null) notify(`${text} The state is too large to undo this.`);
      else notify(text, { name: 'Undo', run: () => void this.undoUnlessLossy() });
    });
  }

  /** Restores the state from before a move. */
  undo(id: string): Promise<void> {
    return this.#exclusively(async () => {
      await call('POST', `/clock/moves/${id}/undo`);
      notify('The clock and the state are as they were before the move.');
    });
  }

  /** Undoes the latest move, unless something has happened since: the view of the clock asks before that is lost. */
  undoUnlessLossy(): Promise<unknown> {
    return runAction(async () => {
      const { moves } = await call<{ moves: readonly ClockMoveView[] }>('GET', '/clock/moves');
      const [latest] = moves;
      if (latest === undefined) notify('There is no move of the clock to undo.');
      else if (latest.since.facts === 0) await this.undo(latest.id);
      else {
        go('clock');
        notify('Something has happened since the move. The list of moves shows what an undo would lose.');
      }
    });
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async #exclusively(work: () => Promise<void>): Promise<void> {
    if (this.isMoving) return;
    this.isMoving = true;
    this.#changed();
    await runAction(work);
    this.isMoving = false;
    this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The moves of this page. */
export const clockMoves = new ClockMoves();

/** Whether this page is moving the clock. */
export function useClockMoves(): Pick<ClockMoves, 'isMoving'> {
  const redraw = useRedraw();
  useEffect(() => clockMoves.listen(redraw), []);
  return clockMoves;
}

/** Advances the clock by a duration or to an instant. */
export const advance = (body: { readonly by: string | number } | { readonly to: string }): Promise<void> =>
  clockMoves.move(body);

/** Advances the clock to the time of a job. A job that is already due runs without moving the clock. */
export function advanceTo(dueAt: string): Promise<void> {
  return advance(Date.parse(dueAt) <= live.now() ? { by: 0 } : { to: dueAt });
}

/** The last instant before a job: one millisecond earlier. */
export function justBefore(dueAt: string): string {
  return new Date(Date.parse(dueAt) - 1).toISOString();
}
