import { call, Refusal } from '../api/control-api.ts';
import type { ClockMoveView } from '../api/types.ts';
import { notify, runAction } from '../components/notices.tsx';
import { dayOf, plural, timeOf } from '../format.ts';
import { Listeners, useListening } from '../listeners.ts';
import { live } from '../live/digest.ts';
import { go } from '../routing/route.ts';
import { HappenedLinks } from './happened.tsx';

interface Moved {
  readonly now: string;
  readonly ran: number;
  /** The move, by which it can be undone; null when the state is too large. */
  readonly move: string | null;
}

/** Moves of the clock that this page makes: one at a time. The emulator keeps the state from before each. */
let isMoving = false;
const changes = new Listeners();

async function exclusively(work: () => Promise<void>): Promise<void> {
  if (isMoving) throw new Error('The clock is being moved already.');
  isMoving = true;
  changes.notify();
  try {
    await work();
  } finally {
    isMoving = false;
    changes.notify();
  }
}

/** Whether this page is moving the clock. */
export function useIsMoving(): boolean {
  useListening(changes.listen);
  return isMoving;
}

/** Restores the state from before a move. Throws the error of the emulator, for the question that comes before it. */
export function undoMove(id: string): Promise<void> {
  return exclusively(async () => {
    await call('POST', `/clock/moves/${id}/undo`);
    notify('The clock and the state are as they were before the move.');
  });
}

/**
 * Undoes the latest move, unless something has happened since: the view of the clock asks before that is lost.
 *
 * @param id - The move that the user saw. If it is not the latest one, nothing is undone.
 */
export function undoUnlessLossy(id?: string): Promise<unknown> {
  return runAction(async () => {
    const { moves } = await call<{ moves: readonly ClockMoveView[] }>('GET', '/clock/moves');
    const [latest] = moves;
    if (latest === undefined) notify('There is no move of the clock to undo.');
    else if (id !== undefined && id !== latest.id)
      askInList('The clock has moved again since. The list of moves shows what an undo would lose.');
    else if (Object.keys(latest.since).length > 0)
      askInList('Something has happened since the move. The list of moves shows what an undo would lose.');
    else await undoMove(latest.id);
  });
}

function askInList(why: string): void {
  go('clock');
  notify(why);
}

/** How far to advance the clock. */
type Target = { readonly by: string | number } | { readonly to: string };

/** Advances the clock, and shows the new time and what the move did. Throws the error of the emulator, for a form. */
export function move(body: Target): Promise<void> {
  return exclusively(async () => {
    const moved = await call<Moved>('POST', '/clock/advance', { ...body, undoable: true }).catch(ifStopped);
    if (moved === undefined) return;
    const { now, ran, move: id } = moved;
    const time = `It is ${dayOf(now)}, ${timeOf(now)}. `;
    const { moves } = await call<{ moves: readonly ClockMoveView[] }>('GET', '/clock/moves');
    const made = moves.find((one) => one.id === id);
    if (made === undefined) notify(`${time}${plural(ran, 'job')} ran. The state is too large to undo this.`);
    else
      notify(
        <>
          {time}
          <HappenedLinks move={made} />
        </>,
        { name: 'Undo', run: () => undoUnlessLossy(made.id) },
      );
  });
}

/** Someone stopped the advance, which is not a failure: a notice shows how far it got. */
async function ifStopped(error: unknown): Promise<undefined> {
  if (!(error instanceof Refusal && error.code === 'advance_stopped')) throw error;
  const { now } = await call<{ now: string }>('GET', '/clock');
  notify(`The advance was stopped at ${dayOf(now)}, ${timeOf(now)}.`);
}

/** The same for a button: a notice shows an error. */
export function advance(body: Target): Promise<unknown> {
  return runAction(() => move(body));
}

/** Advances the clock to the time of a job. A job that is already due runs without moving the clock. */
export function advanceTo(dueAt: string): Promise<unknown> {
  return advance(Date.parse(dueAt) <= live.now() ? { by: 0 } : { to: dueAt });
}

/** The last instant before a job: one millisecond earlier. */
export function justBefore(dueAt: string): string {
  return new Date(Date.parse(dueAt) - 1).toISOString();
}
