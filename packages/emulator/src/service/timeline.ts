import { Rejection } from '../domain/state/rejection.ts';
import type { State } from '../domain/state/state.ts';
import type { Core } from '../runtime/core/core.ts';
import { machineNow, turnsEvery } from '../runtime/time/event-loop.ts';
import { LAST_INSTANT } from '../runtime/time/instant.ts';
import { clearTimeout, setTimeout } from '../runtime/time/real-timers.ts';
import type { Dispatcher } from '../runtime/webhooks/dispatcher.ts';
import type { Followers } from './followers.ts';
import { Move, type MoveLimits, type MoveReport } from './move.ts';

/** The result of a move of the clock. */
export interface Advanced extends MoveReport {
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
  /** Jobs that ran. */
  readonly ran: number;
}

/** A move of the clock that is running. Instants are in milliseconds since the epoch. */
export interface RunningMove {
  readonly from: number;
  /** Where it ends; null while this is not known. */
  readonly to: number | null;
  /** Instants visited so far. */
  readonly instants: number;
  /** The followers that it waits for, and what these wait for. */
  readonly waitingFor: readonly string[];
}

/** What a step in the queue of the moves can do. */
export interface Turn {
  /** Moves the clock as a part of the step. */
  advanceTo(aim: number | (() => number), limits?: MoveLimits): Promise<Advanced>;
  /** Whether a reset or a restored snapshot has replaced the history since the step was requested. */
  isReplaced(): boolean;
  /** Restores an earlier state of the history. Moves that wait are made from there. */
  rewind(adopt: () => void): void;
}

/** How far the clock was moved: from one instant to another. */
interface MadeMove {
  readonly from: number;
  readonly to: number;
  /** The state with which the history began in which it was made. */
  readonly origin: State;
}

/** The maximum number of moves that are remembered. */
const MOST_MOVES = 100;

/** The longest time between two turns of the event loop, in milliseconds of real time. */
const LONGEST_TURN_MS = 20;

/** A move that takes longer is reported, in milliseconds of real time. */
const LONG_MS = 2_000;

/** How long a move that was stopped waits for the instant to end, in milliseconds of real time. */
const STOPPING_MS = 1_000;

/**
 * How often in a row a move waits at one instant for the consequences of calls during the move: attempts at webhooks, and
 * work of followers and service that they cause in each other. A flow of messages and replies takes a few rounds. An
 * application that answers each webhook with a message takes all of them, and the next instant would never come.
 */
const MOST_ROUNDS = 100;

/**
 * The time of one emulator. Calls that move it run one after another, in the order in which they were made.
 *
 * Before time continues from an instant, everything that is due has run, and every attempt at a webhook has ended that
 * was caused before the move began: by earlier calls, or by jobs that earlier calls have scheduled. Calls made during
 * the move may be reactions of an application to the webhooks of the move, so their attempts are waited for, too, until
 * there are none left. Calls that never stop would make that wait endless. When attempts of such calls have been waited
 * for 100 times in a row, or for 5 seconds in total, the move treats them as load: their jobs still run at their time,
 * but the move no longer waits for their attempts. Followers are applications that follow the clock. Each instant at
 * which one of them has a timer is visited, too, and time continues once they have run it and finished the requests
 * that they started. See EMU-3.
 */
export class Timeline {
  readonly #core: Core;
  readonly #dispatcher: Dispatcher;
  readonly #followers: Followers;
  #last: Promise<unknown> = Promise.resolve();
  /** The state with which the history of a rewound state began. */
  readonly #origins = new WeakMap<State, State>();
  readonly #warn: (message: string) => void;
  #count = 0;
  #made: MadeMove[] = [];
  #running: Move | undefined;
  /** When a move was requested the last time, by the machine's monotonic clock. */
  #requestedAt = Number.NEGATIVE_INFINITY;
  /** When a move reached its end the last time. */
  #completedAt = Number.NEGATIVE_INFINITY;

  constructor(core: Core, dispatcher: Dispatcher, followers: Followers, warn: (message: string) => void) {
    this.#core = core;
    this.#dispatcher = dispatcher;
    this.#followers = followers;
    this.#warn = warn;
  }

  /** The move that is running. */
  get running(): RunningMove | undefined {
    const move = this.#running;
    if (move === undefined) return undefined;
    const { from, aim, to = aim?.() ?? null, instants } = move;
    return { from, to, instants, waitingFor: this.#followers.waitingFor() };
  }

  /** The latest moves in this history that changed the time, oldest first. */
  get moves(): readonly MadeMove[] {
    const origin = this.#origin();
    return this.#made.filter((move) => move.origin === origin);
  }

  /**
   * Whether a move was requested within these milliseconds of real time and has not reached its end. Its caller may have left
   * meanwhile, which stops it.
   */
  isMovingSince(ms: number): boolean {
    return machineNow() - this.#requestedAt < ms && this.#completedAt < this.#requestedAt;
  }

  /**
   * Ends the running move at its present instant; its caller gets an error.
   *
   * @returns Settles when it has ended.
   */
  async stop(reason = 'It was stopped.'): Promise<void> {
    const move = this.#running;
    if (move === undefined) return;
    this.#stop(move, reason);
    await move.ended.promise;
  }

  /**
   * Moves to each due job's own time in order, runs it, and waits for the webhook attempts that it caused before it
   * continues. A reset or a restored snapshot ends running and waiting moves, because it replaces their time.
   *
   * @throws {Rejection} when it was stopped, or has reached a limit. Time then stays where it is.
   */
  advanceTo(aim: number | (() => number), limits: MoveLimits = {}): Promise<Advanced> {
    return this.inTurn((turn) => turn.advanceTo(aim, limits));
  }

  /**
   * Runs a step between two moves, when the moves that were requested before have ended. Later ones wait for it.
   *
   * @throws What the step throws.
   */
  inTurn<Result>(step: (turn: Turn) => Promise<Result>): Promise<Result> {
    const origin = this.#origin();
    // A reset or a restored snapshot makes another state.
    const isReplaced = () => this.#origin() !== origin;
    const turn: Turn = {
      isReplaced,
      advanceTo: (aim, limits = {}) => this.#make((move) => this.#advanceTo(move, aim, isReplaced), limits),
      rewind: (adopt) => {
        adopt();
        this.#origins.set(this.#core.state, origin);
        const now = this.#core.driver.now();
        this.#made = this.#made.filter(({ to }) => to <= now);
      },
    };
    this.#requestedAt = machineNow();
    const done = this.#last.then(() => step(turn));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Moves to the next due job, if there is one, and runs everything that is due then. */
  next(): Promise<Advanced> {
    const { agenda, driver } = this.#core;
    return this.advanceTo(() => agenda.nextDueAt() ?? driver.now());
  }

  /** Runs what is due now and waits for the attempts at webhooks, as a move does at each instant. */
  settle(): Promise<Advanced> {
    return this.inTurn(() =>
      this.#make((move) => {
        this.#followers.wake();
        return this.#rest(move, true);
      }),
    );
  }

  async #advanceTo(move: Move, aim: number | (() => number), isReplaced: () => boolean): Promise<void> {
    const core = this.#core;
    const { driver } = core;
    move.aim = typeof aim === 'number' ? () => aim : aim;
    this.#followers.wake();
    await this.#rest(move);
    // This is not read earlier, because a running attempt may have planned the next job.
    const target = move.aim();
    if (target > LAST_INSTANT) {
      throw new Rejection(
        'invalid_request',
        'The clock cannot move beyond the last possible date, in the year 275760.',
      );
    }
    move.to = target;
    const takeTurn = turnsEvery(LONGEST_TURN_MS);
    const { maxInstants = Number.POSITIVE_INFINITY } = move.limits;
    const isEnding = () => isReplaced() || move.stopped !== undefined;
    for (let due = this.#nextDueAt(); due <= target; due = this.#nextDueAt()) {
      if (due > driver.now()) {
        if (move.instants >= maxInstants)
          this.#stop(move, `It reached its limit of ${maxInstants} instants.`);
        if (isEnding()) break;
        this.#visit(move, due);
      }
      await this.#rest(move);
      await takeTurn();
      if (isEnding()) break;
    }
    if (!isEnding() && target > driver.now()) this.#visit(move, target);
    await this.#rest(move, true);
    if (move.stopped === undefined) return;
    throw new Rejection(
      'advance_stopped',
      `${move.name} has ended at ${iso(driver.now())}. ${move.stopped} ${move.describe()}`,
    );
  }

  #visit(move: Move, instant: number): void {
    move.instants++;
    this.#core.moveTo(instant);
  }

  #stop(move: Move, reason: string): void {
    move.stopped ??= reason;
    setTimeout(() => {
      if (this.#running !== move) return;
      move.released.resolve();
      this.#followers.release();
    }, STOPPING_MS);
  }

  /** Names what a long move waits for. */
  #reportLong(move: Move): void {
    if (this.#followers.list().length === 0) return;
    const names = this.#followers.waitingFor().join('; ');
    const waits = names === '' ? '' : ` It waits for ${names}.`;
    const now = this.#core.driver.now();
    this.#warn(
      `${move.name} has taken ${LONG_MS / 1_000} s and is at ${iso(now)}. ${move.describe()}${waits}`,
    );
  }

  /** The instant up to which only followers have something to do. */
  #freeUntil({ to, limits }: Move): number | undefined {
    if (to === undefined || limits.maxInstants !== undefined) return undefined;
    return Math.min((this.#core.agenda.nextDueAt() ?? Number.POSITIVE_INFINITY) - 1, to);
  }

  /** The next instant at which the service or a follower has something to do; infinity when there is none. */
  #nextDueAt(): number {
    return Math.min(this.#core.agenda.nextDueAt() ?? Number.POSITIVE_INFINITY, this.#followers.nextTimerAt());
  }

  /**
   * Does everything that is due now, of the service and of its followers.
   *
   * @param isLast - Whether the move ends here.
   */
  async #rest(move: Move, isLast = false): Promise<void> {
    let reactions = 0;
    let rounds = 0;
    while (move.stopped === undefined) {
      const turns = this.#core.runDueInTurns();
      if (turns !== undefined) await turns;
      if (this.#dispatcher.isBusy(move.id)) {
        await move.unlessReleased(this.#dispatcher.ended(move.id));
      } else if (move.patienceMs > 0 && this.#dispatcher.isBusy()) {
        await this.#waitForReactions(move);
        reactions++;
        if (reactions === MOST_ROUNDS) move.patienceMs = 0;
      } else {
        rounds++;
        const hasMore = rounds <= MOST_ROUNDS && (await this.#followers.reach(isLast, this.#freeUntil(move)));
        if (!hasMore) return;
      }
    }
  }

  /** Waits for the attempts that calls during the move have caused, at the expense of its patience. */
  async #waitForReactions(move: Move): Promise<void> {
    const before = machineNow();
    await move.unlessReleased(this.#dispatcher.ended());
    move.patienceMs -= machineNow() - before;
  }

  #note(from: number): void {
    const to = this.#core.driver.now();
    if (to > from) this.#made = [...this.#made, { from, to, origin: this.#origin() }].slice(-MOST_MOVES);
  }

  #origin(): State {
    const { state } = this.#core;
    return this.#origins.get(state) ?? state;
  }

  async #make(work: (move: Move) => Promise<void>, limits: MoveLimits = {}): Promise<Advanced> {
    const core = this.#core;
    const move = new Move(++this.#count, core.driver.now(), limits);
    // The core counts the jobs, because an attempt at a webhook that ends, and a call that arrives, run jobs as well.
    const before = core.jobsRun;
    const timers = [setTimeout(() => this.#reportLong(move), LONG_MS)];
    const { timeoutMs, signal } = move.limits;
    const onAbort = () => this.#stop(move, 'Its caller is gone.');
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted === true) onAbort();
    if (timeoutMs !== undefined)
      timers.push(
        setTimeout(
          () => this.#stop(move, `It reached its limit of ${timeoutMs} ms of real time.`),
          timeoutMs,
        ),
      );
    core.move = move.id;
    this.#running = move;
    this.#followers.move = move;
    try {
      await work(move);
      this.#completedAt = machineNow();
    } finally {
      this.#note(move.from);
      core.move = 0;
      this.#running = undefined;
      this.#followers.move = undefined;
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      move.ended.resolve();
    }
    return { now: core.driver.now(), ran: core.jobsRun - before, ...move.report() };
  }
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
