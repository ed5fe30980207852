import type { Fact } from '../domain/state/facts.ts';
import { Rejection } from '../domain/state/rejection.ts';
import type { FaultList, SavedFaults } from '../public-api/faults.ts';
import type { LoggedRequest, RequestLog } from '../public-api/request-log.ts';
import type { Core } from '../runtime/core/core.ts';
import { type Restorable, restorable } from '../runtime/snapshot/read-snapshot.ts';
import type { SnapshotContent } from '../runtime/snapshot/snapshot.ts';
import { LAST_INSTANT } from '../runtime/time/instant.ts';
import type { AttemptLog } from '../runtime/webhooks/attempt-log.ts';
import type { Advanced, Timeline, Turn } from './timeline.ts';

/** The maximum number of moves that can be undone, and of characters of all their snapshots. */
const MOST_MOVES = 10;
const MOST_CHARACTERS = 64 * 1024 * 1024;

/** How many facts of each type were in a part of the history; for `batch-queued`, how many messages were queued. */
type Happened = Readonly<Partial<Record<Fact['type'], number>>>;

/** A move of the clock that can be undone. Instants are in milliseconds since the epoch. */
export interface UndoableMove {
  readonly id: string;
  /** The time before the move. */
  readonly from: number;
  /** The time after the move. */
  readonly to: number;
  /** The facts during the move. */
  readonly did: Happened;
  /** The facts after the move. */
  readonly since: Happened;
}

/** A moment of the history. */
interface Moment {
  /** The emulator's time. */
  readonly now: number;
  /** All facts until then. */
  readonly happened: Happened;
}

/** Everything that a user sees of the time before a move. */
interface Before extends Moment {
  /** The state. */
  readonly snapshot: string;
  readonly faults: SavedFaults;
  readonly requests: readonly LoggedRequest[];
  readonly attempts: ReturnType<AttemptLog['save']>;
  /** The time by the machine's clock. */
  readonly machineAt: number;
}

interface Kept {
  readonly id: string;
  readonly before: Before;
  readonly after: Moment;
}

/** A move that was made. Its identifier is null if it cannot be undone. */
type MadeMove = Advanced & { readonly id: string | null };

/** The parts of a service that a move needs. */
interface Movable {
  readonly core: Core;
  readonly timeline: Timeline;
  readonly requests: RequestLog;
  readonly attempts: AttemptLog;
  readonly publicApi: { readonly faults: FaultList };
  capture(): SnapshotContent;
  adopt(content: Restorable): void;
}

/** The latest moves of the clock that can be undone, each with a snapshot of the state before it. */
export class UndoableMoves {
  readonly #service: Movable;
  /** All facts since the first move. */
  #happened: Happened = {};
  #kept: Kept[] = [];
  #made = 0;

  constructor(service: Movable) {
    this.#service = service;
  }

  /** The moves, the latest first. */
  list(): UndoableMove[] {
    return this.#kept.toReversed().map(({ id, before, after }) => ({
      id,
      from: before.now,
      to: after.now,
      did: difference(after.happened, before.happened),
      since: difference(this.#happened, after.happened),
    }));
  }

  /** Moves the clock after earlier moves, and keeps the state from before unless it is too large. */
  make(move: (turn: Turn) => Promise<Advanced>): Promise<MadeMove> {
    return this.#service.timeline.inTurn((turn) => this.#make(move, turn));
  }

  /**
   * Restores the state from before a move, the faults, and the logs, once the moves that were requested before the undo have
   * ended. The moves after it are undone as well. A clock that follows the machine's continues with the time that has passed since.
   */
  undo(id: string): Promise<void> {
    return this.#service.timeline.inTurn((turn) => this.#undo(id, turn));
  }

  async #make(move: (turn: Turn) => Promise<Advanced>, turn: Turn): Promise<MadeMove> {
    const { core } = this.#service;
    // Earlier facts are irrelevant.
    if (this.#made === 0) core.journal.listen(({ fact }) => this.#count(fact));
    const id = `move-${++this.#made}`;
    const from = core.driver.now();
    const before = this.#save();
    const keep = () => {
      // A reset or a restored snapshot may have replaced the history during the move.
      const isKept = before !== undefined && !turn.isReplaced();
      if (isKept) this.#keep({ id, before, after: this.#moment() });
      return isKept;
    };
    try {
      const moved = await move(turn);
      return { ...moved, id: keep() ? id : null };
    } catch (error) {
      // A move that was stopped has moved the clock, too.
      if (core.driver.now() > from) keep();
      throw error;
    }
  }

  async #undo(id: string, turn: Turn): Promise<void> {
    const index = this.#kept.findIndex((kept) => kept.id === id);
    const before = this.#kept[index]?.before;
    if (before === undefined) throw new Rejection('not_found', `There is no move ${id} that can be undone.`);
    const earlier = this.#kept.slice(0, index);
    const { core, requests, attempts, publicApi } = this.#service;
    const content = restorable(JSON.parse(before.snapshot) as SnapshotContent);
    turn.rewind(() => this.#service.adopt(content));
    publicApi.faults.restore(before.faults);
    requests.restore(before.requests);
    attempts.restore(before.attempts);
    this.#kept = earlier;
    this.#happened = before.happened;
    const passed = Date.now() - before.machineAt;
    if (core.driver.mode === 'system')
      await turn.advanceTo(() => Math.min(core.driver.now() + passed, LAST_INSTANT));
  }

  /** Makes all moves permanent, because the history was replaced. */
  clear(): void {
    this.#kept = [];
  }

  /** Undefined when the state is too large to be kept. */
  #save(): Before | undefined {
    const { requests, attempts, publicApi } = this.#service;
    const moment = { ...this.#moment(), machineAt: Date.now() };
    const snapshot = textOf(this.#service.capture());
    if (snapshot === undefined) return undefined;
    return {
      ...moment,
      snapshot,
      faults: publicApi.faults.save(),
      requests: requests.entries(),
      attempts: attempts.save(),
    };
  }

  #moment(): Moment {
    return { now: this.#service.core.driver.now(), happened: this.#happened };
  }

  #keep(move: Kept): void {
    this.#kept.push(move);
    let characters = this.#kept.reduce((sum, { before }) => sum + before.snapshot.length, 0);
    while (this.#kept.length > 1 && (this.#kept.length > MOST_MOVES || characters > MOST_CHARACTERS))
      characters -= this.#kept.shift()?.before.snapshot.length ?? 0;
  }

  #count(fact: Fact): void {
    const more = fact.type === 'batch-queued' ? fact.destinations.length : 1;
    this.#happened = { ...this.#happened, [fact.type]: (this.#happened[fact.type] ?? 0) + more };
  }
}

/** A snapshot as text; undefined when it is too long. */
function textOf(content: SnapshotContent): string | undefined {
  try {
    const text = JSON.stringify(content);
    return text.length > MOST_CHARACTERS ? undefined : text;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function difference(later: Happened, earlier: Happened): Happened {
  const types = Object.keys(later) as Fact['type'][];
  const counts = types.map((type) => [type, (later[type] ?? 0) - (earlier[type] ?? 0)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
