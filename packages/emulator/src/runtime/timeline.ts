import { Rejection } from '../domain/rejection.ts';
import type { Core } from './core.ts';
import type { Dispatcher } from './dispatcher.ts';
import { nextTurn, turnTaker } from './event-loop.ts';
import { LAST_INSTANT } from './instant.ts';

/** What moving the clock did. */
export interface Advanced {
  /** The present, in milliseconds since the epoch. */
  readonly now: number;
  /** Jobs that ran. */
  readonly ran: number;
}

/** The time of one emulator. Calls that move it are done one after another, in the order in which they were made. */
export class Timeline {
  readonly #core: Core;
  readonly #dispatcher: Dispatcher;
  #last: Promise<unknown> = Promise.resolve();
  #interruptions = 0;

  constructor(core: Core, dispatcher: Dispatcher) {
    this.#core = core;
    this.#dispatcher = dispatcher;
  }

  /** Moves to each due job's own time in order, runs it, and waits for the webhook attempts it caused before going on. */
  advanceTo(target: number | (() => number)): Promise<Advanced> {
    const before = this.#interruptions;
    return this.#counting(() => this.#advanceTo(target, () => this.#interruptions > before));
  }

  /** Ends the moves under way and those that wait: on a reset, the time they were to move is gone. */
  interrupt(): void {
    this.#interruptions++;
  }

  /** Runs what is due now and waits until no attempt at a webhook is under way. */
  settle(): Promise<Advanced> {
    return this.#counting(() => this.#settle());
  }

  async #advanceTo(aim: number | (() => number), isOver: () => boolean): Promise<void> {
    const { agenda, driver } = this.#core;
    await this.#settle();
    // Not before: an attempt that was under way may have planned the next job.
    const target = typeof aim === 'number' ? aim : aim();
    if (target > LAST_INSTANT) {
      throw new Rejection(
        'invalid_request',
        'Time cannot be moved beyond the last date there is, in 275760.',
      );
    }
    const takeTurn = turnTaker();
    for (let due = agenda.nextDueAt(); due !== undefined && due <= target; due = agenda.nextDueAt()) {
      if (isOver()) break;
      if (due > driver.now()) driver.moveTo(due);
      await this.#settle();
      await takeTurn();
    }
    if (!isOver() && target > driver.now()) driver.moveTo(target);
    await this.#settle();
  }

  async #settle(): Promise<void> {
    for (;;) {
      this.#core.runDue();
      if (this.#dispatcher.busy) await this.#dispatcher.idle();
      else if (this.#core.hasDue) await nextTurn();
      else return;
    }
  }

  /** Counted by the core: what one turn of the event loop does not bear runs without being asked for. */
  #counting(work: () => Promise<void>): Promise<Advanced> {
    return this.#exclusively(async () => {
      const before = this.#core.jobsRun;
      await work();
      return { now: this.#core.driver.now(), ran: this.#core.jobsRun - before };
    });
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work, work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
