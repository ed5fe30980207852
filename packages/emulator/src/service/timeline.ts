import { Rejection } from '../domain/state/rejection.ts';
import type { Core } from '../runtime/core/core.ts';
import { machineNow, nextTurn, yieldEvery } from '../runtime/time/event-loop.ts';
import { LAST_INSTANT } from '../runtime/time/instant.ts';
import type { Dispatcher } from '../runtime/webhooks/dispatcher.ts';
import type { Followers } from './followers.ts';

/** The result of a move of the clock. */
export interface Advanced {
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
  /** Jobs that ran. */
  readonly ran: number;
}

/** How often in a row a move waits for attempts caused during it before it treats them as load that never ends. */
const MOST_GENERATIONS = 16;

/** How long a move waits for them in total, in milliseconds of real time. */
const PATIENCE_MS = 5_000;

/**
 * How often in a row a move waits at one instant for followers and service that cause work in each other, before it
 * considers this endless.
 */
const MOST_ROUNDS = 100;

/** A running move of time. */
interface Move {
  readonly id: number;
  /**
   * How much longer it waits for the consequences of calls during the move, in milliseconds; 0 when it no longer waits.
   */
  patienceMs: number;
}

/**
 * The time of one emulator. Calls that move it run one after another, in the order in which they were made.
 *
 * Before time continues from an instant, everything that is due has run, and every attempt at a webhook has ended that
 * was caused before the move began: by earlier calls, or by jobs that earlier calls have scheduled. Calls made during
 * the move may be reactions of an application to the webhooks of the move, so their attempts are waited for, too, until
 * there are none left. Calls that never stop would make that wait endless. When attempts of such calls have been waited
 * for 16 times in a row, or for 5 seconds in total, the move treats them as load: their jobs still run at their time,
 * but the move no longer waits for their attempts. Followers are applications that follow the clock. Each instant at
 * which one of them has a timer is visited, too, and time continues once they have run it and finished the requests
 * that they started.
 */
export class Timeline {
  readonly #core: Core;
  readonly #dispatcher: Dispatcher;
  readonly #followers: Followers;
  #last: Promise<unknown> = Promise.resolve();
  #interruptions = 0;
  #moves = 0;

  constructor(core: Core, dispatcher: Dispatcher, followers: Followers) {
    this.#core = core;
    this.#dispatcher = dispatcher;
    this.#followers = followers;
  }

  /**
   * Moves to each due job's own time in order, runs it, and waits for the webhook attempts that it caused before it
   * continues.
   */
  advanceTo(target: number | (() => number)): Promise<Advanced> {
    const before = this.#interruptions;
    return this.#counting((move) => this.#advanceTo(move, target, () => this.#interruptions > before));
  }

  /** Moves to the next due job, if there is one, and runs everything that is due then. */
  next(): Promise<Advanced> {
    const { agenda, driver } = this.#core;
    return this.advanceTo(() => agenda.nextDueAt() ?? driver.now());
  }

  /** Ends running and waiting moves: a reset replaces the time that they would move. */
  interrupt(): void {
    this.#interruptions++;
  }

  /** Runs what is due now and waits for the attempts at webhooks, as a move does at each instant. */
  settle(): Promise<Advanced> {
    return this.#counting((move) => {
      this.#followers.wake();
      return this.#rest(move, true);
    });
  }

  async #advanceTo(move: Move, aim: number | (() => number), isOver: () => boolean): Promise<void> {
    const core = this.#core;
    const { driver } = core;
    this.#followers.wake();
    await this.#rest(move);
    // This is not read earlier, because a running attempt may have planned the next job.
    const target = typeof aim === 'number' ? aim : aim();
    if (target > LAST_INSTANT) {
      throw new Rejection(
        'invalid_request',
        'Time cannot be moved beyond the last possible date, in 275760.',
      );
    }
    const takeTurn = yieldEvery();
    for (let due = this.#nextDueAt(); due !== undefined && due <= target; due = this.#nextDueAt()) {
      if (isOver()) break;
      if (due > driver.now()) core.moveTo(due);
      await this.#rest(move);
      await takeTurn();
    }
    if (!isOver() && target > driver.now()) core.moveTo(target);
    await this.#rest(move, true);
  }

  /** The next instant at which the service or a follower has something to do. */
  #nextDueAt(): number | undefined {
    const job = this.#core.agenda.nextDueAt();
    const timer = this.#followers.nextTimerAt();
    if (job === undefined || timer === undefined) return job ?? timer;
    return Math.min(job, timer);
  }

  /**
   * Does everything that is due now, of the service and of its followers.
   *
   * @param isLast - Whether the move ends here.
   */
  async #rest(move: Move, isLast = false): Promise<void> {
    await this.#settle(move);
    for (let round = 0; round < MOST_ROUNDS && (await this.#followers.reach(isLast)); round++)
      await this.#settle(move);
  }

  async #settle(move: Move): Promise<void> {
    for (let generations = 0; ; ) {
      this.#core.runDue();
      if (this.#dispatcher.isBusy(move.id)) await this.#dispatcher.ended(move.id);
      else if (move.patienceMs > 0 && this.#dispatcher.isBusy()) {
        const before = machineNow();
        await this.#dispatcher.ended();
        move.patienceMs = ++generations < MOST_GENERATIONS ? move.patienceMs - (machineNow() - before) : 0;
      } else if (this.#core.hasDue) await nextTurn();
      else return;
    }
  }

  /**
   * The core counts the jobs, because those that do not fit into one turn of the event loop run outside of this call.
   */
  #counting(work: (move: Move) => Promise<void>): Promise<Advanced> {
    return this.#exclusively(async () => {
      const before = this.#core.jobsRun;
      const move: Move = { id: ++this.#moves, patienceMs: PATIENCE_MS };
      this.#core.move = move.id;
      try {
        await work(move);
      } finally {
        this.#core.move = 0;
      }
      return { now: this.#core.driver.now(), ran: this.#core.jobsRun - before };
    });
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
