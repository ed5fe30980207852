import { useEffect, useState } from 'preact/hooks';
import { call, readText } from '../api/control-api.ts';
import { notify, runAction } from '../components/notices.tsx';
import { dayOf, plural, timeOf } from '../format.ts';
import { live } from '../live/digest.ts';

interface Moved {
  readonly now: string;
  readonly ran: number;
}

/** Data that undoes the latest move. */
interface Undo {
  readonly snapshot: string;
  /** The emulator's time before the move: ISO 8601. */
  readonly from: string;
  /** The latest fact after the move: later ones are lost when the move is undone. Undefined until it is known. */
  readonly seq: number | undefined;
  /** When the snapshot was taken, by the clock of this page. A system clock has gone on since. */
  readonly takenAt: number;
}

/** Reading the state takes longer than this only when it is very large. Then the clock moves without an undo. */
const SNAPSHOT_MS = 5_000;

/** Moves of the clock that this page makes: one at a time, and the latest one can be undone. */
class ClockMoves {
  isMoving = false;
  undoable: Undo | undefined;
  readonly #listeners = new Set<() => void>();

  /** Moves the clock unless a move is under way, and shows the new time and the number of jobs that ran. */
  move(work: () => Promise<Moved>): Promise<void> {
    return this.#exclusively(async () => {
      const before = await snapshotNow();
      const { now, ran } = await work();
      this.undoable = undefined;
      const text = `It is ${dayOf(now)}, ${timeOf(now)}. ${plural(ran, 'job')} ran.`;
      if (before === undefined) {
        notify(`${text} The state is too large to undo this.`);
        return;
      }
      const undoable = { ...before, seq: undefined };
      this.undoable = undoable;
      void latestFact(now).then((seq) => {
        if (this.undoable === undoable) this.undoable = { ...undoable, seq };
      });
      notify(text, { name: 'Undo', run: () => void this.undoUnlessLossy() });
    });
  }

  /** Restores the state from before the latest move. A system clock continues with the time that has passed since. */
  undo(): Promise<void> {
    return this.#exclusively(async () => {
      const { undoable } = this;
      if (undoable === undefined) return;
      this.undoable = undefined;
      await call('PUT', '/snapshot', undoable.snapshot);
      if (live.digest?.mode === 'system')
        await call('POST', '/clock/advance', { by: Math.round(performance.now() - undoable.takenAt) });
      notify('The clock and the state are as they were before the move.');
    });
  }

  /** How many facts since the latest move an undo would lose. */
  get lost(): number {
    const seq = live.digest?.seq ?? 0;
    return Math.max(0, seq - (this.undoable?.seq ?? seq));
  }

  /** Undoes the latest move, unless something has happened since: the view of the clock asks before that is lost. */
  async undoUnlessLossy(): Promise<void> {
    if (this.lost === 0) await this.undo();
    else
      notify(
        'Something has happened since the move. To undo it anyway, use the Undo button in the Clock view.',
      );
  }

  /** Makes the latest move permanent, because the state was replaced since. */
  forget(): void {
    this.undoable = undefined;
    this.#changed();
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

async function snapshotNow(): Promise<Omit<Undo, 'seq'> | undefined> {
  const takenAt = performance.now();
  const from = new Date(live.now()).toISOString();
  const snapshot = await readText('/snapshot', AbortSignal.timeout(SNAPSHOT_MS)).catch(() => undefined);
  return snapshot === undefined ? undefined : { snapshot, from, takenAt };
}

/** The latest fact at the end of a move. The digest arrives up to a tenth of a second after it. */
function latestFact(now: string): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (live.digest === undefined || Date.parse(live.digest.now) < Date.parse(now)) return;
      unlisten();
      resolve(live.digest.seq);
    };
    const unlisten = live.listen(look);
    look();
  });
}

/** The moves of this page. */
export const clockMoves = new ClockMoves();

/** Whether the clock is being moved, and the move that can be undone. */
export function useClockMoves(): Pick<ClockMoves, 'isMoving' | 'undoable' | 'lost'> {
  const [, redraw] = useState(0);
  useEffect(() => clockMoves.listen(() => redraw((count) => count + 1)), []);
  return clockMoves;
}

/** Advances the clock by a duration or to an instant. */
export const advance = (body: { readonly by: string | number } | { readonly to: string }): Promise<void> =>
  clockMoves.move(() => call<Moved>('POST', '/clock/advance', body));

/** Advances the clock to the time of a job. A job that is already due runs without moving the clock. */
export function advanceTo(dueAt: string): Promise<void> {
  return Date.parse(dueAt) <= live.now()
    ? clockMoves.move(() => call<Moved>('POST', '/settle'))
    : advance({ to: dueAt });
}

/** The last instant before a job: one millisecond earlier. */
export function justBefore(dueAt: string): string {
  return new Date(Date.parse(dueAt) - 1).toISOString();
}
