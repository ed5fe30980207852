import { runJob } from '../../domain/jobs/run-job.ts';
import { accountTouchedBy, checkThresholds } from '../../domain/rules/thresholds.ts';
import { apply } from '../../domain/state/apply.ts';
import type { Origin } from '../../domain/state/decided-by.ts';
import { isDelayed, isStale, type Job, mayEndJob } from '../../domain/state/jobs.ts';
import { Rejection } from '../../domain/state/rejection.ts';
import { emptyState, type State } from '../../domain/state/state.ts';
import type { Policy, Transaction } from '../../domain/state/transaction.ts';
import type { ClockDriver } from '../time/clock-drivers.ts';
import { turnsEvery } from '../time/event-loop.ts';
import { LAST_INSTANT } from '../time/instant.ts';
import { Agenda } from './agenda.ts';
import type { SeededIds } from './ids.ts';
import { Journal } from './journal.ts';

/** An attempt at a webhook that is due. */
export type WebhookJob = Extract<Job, { kind: 'attempt-webhook' }>;

/** The parts of a core. */
export interface CoreParts {
  readonly driver: ClockDriver;
  readonly policy: Policy;
  /** The source of identifiers and random numbers. */
  readonly ids: SeededIds;
  /** The number of entries that the journal keeps. */
  readonly journalLimit: number;
  /** Starts an attempt at a webhook; the core continues meanwhile. */
  readonly attemptWebhook: (job: WebhookJob, cause: number) => void;
  /** Takes warnings. */
  readonly warn: (message: string) => void;
}

const BY_HAND: Origin = { kind: 'by-hand' };
const SCHEDULE: Origin = { kind: 'schedule' };

/** The longest time between two turns of the event loop while an instant has much to do, in milliseconds of real time. */
const LONGEST_TURN_MS = 20;

/**
 * The one writer: every use case and every job runs here, one after another, and everything that becomes due meanwhile
 * runs before the call returns, so that a caller who waits for a response sees all its consequences. See EMU-2.
 */
export class Core {
  readonly journal: Journal;
  readonly driver: ClockDriver;
  readonly policy: Policy;
  /** The source of identifiers and random numbers. */
  ids: SeededIds;
  readonly agenda = new Agenda((job) => isStale(this.#state, job));
  readonly #attemptWebhook: (job: WebhookJob, cause: number) => void;
  readonly #warn: (message: string) => void;
  /** The causes of jobs that were caused by a call during a move of time. */
  readonly #causes = new WeakMap<Job, number>();
  readonly #moveListeners = new Set<(instant: number) => void>();
  #state: State = emptyState();
  #working: Promise<void> | undefined;
  /** Jobs run so far. */
  jobsRun = 0;
  /** Differs after each change of anything that a snapshot contains, except for the time of a system clock. */
  changes = 0;
  /**
   * The number of the running move of time, 0 between moves. Everything that a call causes, including jobs and
   * attempts, has the number from the time of the call. So a move knows what it need not wait for.
   */
  move = 0;

  constructor({ driver, policy, ids, journalLimit, attemptWebhook, warn }: CoreParts) {
    this.driver = driver;
    this.policy = policy;
    this.journal = new Journal(journalLimit);
    this.#attemptWebhook = attemptWebhook;
    this.#warn = warn;
    this.ids = ids;
  }

  /** The current state; another object after a restart. */
  get state(): State {
    return this.#state;
  }

  /**
   * Runs a use case, after overdue jobs and before the jobs that it makes due. A rejection changes nothing.
   *
   * @param origin - Who or what started it.
   */
  execute<T>(useCase: (tx: Transaction) => T, origin: Origin = BY_HAND): T {
    this.journal.beginCall();
    this.runDue();
    try {
      return this.#transact(useCase, this.move, origin);
    } finally {
      this.runDue();
    }
  }

  /** Does the same for work that no caller waits for. */
  executeInBackground(useCase: (tx: Transaction) => void, cause: number): void {
    this.journal.beginCall();
    this.runDueInBackground();
    this.#transact(useCase, cause, SCHEDULE);
    this.runDueInBackground();
  }

  /** Runs what is due. An error of a job, which a rule in code can cause, goes to the caller; the other jobs stay due. */
  runDue(): void {
    void this.#runUntilTurn(() => undefined);
  }

  /**
   * Does the same, and lets the event loop turn meanwhile if it takes long, so that calls that only read are answered. The
   * jobs run in the same order: a use case that is executed meanwhile comes after all of them.
   *
   * @returns Settles at the end; undefined if no turn was needed.
   */
  runDueInTurns(): Promise<void> | undefined {
    if (this.#working !== undefined) return this.#working.then(() => this.runDueInTurns());
    const takeTurn = turnsEvery(LONGEST_TURN_MS);
    const turn = this.#runUntilTurn(takeTurn);
    if (turn === undefined) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#working = promise;
    return this.#continueAfter(turn, takeTurn).finally(() => {
      this.#working = undefined;
      resolve();
    });
  }

  /** Settles when the work that runs in turns has ended; undefined while there is none. A call that changes something waits. */
  get working(): Promise<void> | undefined {
    return this.#working;
  }

  /** Does the same when no caller waits for it, or when the caller's own work has succeeded: an error of a job is a warning. */
  runDueInBackground(): void {
    try {
      this.runDue();
    } catch (error) {
      this.#reportFailure(error);
    }
  }

  /** Moves the current time to an instant, and reports it to the followers of the clock. */
  moveTo(instant: number): void {
    this.journal.beginCall();
    this.changes++;
    this.driver.moveTo(instant);
    for (const listener of this.#moveListeners) listener(instant);
  }

  /** Calls a listener with every instant that the clock is moved to; the returned function ends that. */
  onMove(listener: (instant: number) => void): () => void {
    this.#moveListeners.add(listener);
    return () => {
      this.#moveListeners.delete(listener);
    };
  }

  /** Starts over from a state, with the identifiers that belong to it. */
  restart(state: State, ids: SeededIds): void {
    this.changes++;
    this.#state = state;
    this.ids = ids;
    this.journal.restart(state.factCount);
    this.agenda.clear();
  }

  /** Runs at the timer of a system clock. No caller waits for it. */
  async #wake(): Promise<void> {
    try {
      await this.runDueInTurns();
    } catch (error) {
      this.#reportFailure(error);
    }
  }

  async #continueAfter(first: Promise<void>, takeTurn: () => Promise<void> | undefined): Promise<void> {
    for (let turn: Promise<void> | undefined = first; turn !== undefined; turn = this.#runUntilTurn(takeTurn))
      await turn;
  }

  /**
   * Runs jobs until none is due, or a turn is needed.
   *
   * @returns The turn; undefined when no job is due any more.
   */
  #runUntilTurn(takeTurn: () => Promise<void> | undefined): Promise<void> | undefined {
    this.#followSetBack();
    const take = () => this.agenda.take(this.driver.now());
    let turn: Promise<void> | undefined;
    try {
      for (let job = take(); job !== undefined; job = take()) {
        this.#run(job);
        this.jobsRun++;
        turn = takeTurn();
        if (turn !== undefined) return turn;
      }
      return undefined;
    } finally {
      // The rest of a long instant needs no timer.
      if (turn === undefined) this.driver.wakeAt(this.agenda.nextDueAt(), () => void this.#wake());
    }
  }

  /** A delay has its length, also when the machine's clock is set back meanwhile. */
  #followSetBack(): void {
    const by = this.driver.takeSetBack();
    if (by === 0 || this.agenda.nextDueAt() === undefined) return;
    this.changes++;
    this.agenda.bringForward(by, this.driver.now() + by, isDelayed);
  }

  #reportFailure(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#warn(`A job that became due has failed, such as the sending of a scheduled message: ${text}`);
  }

  #run(job: Job): void {
    const cause = this.#causes.get(job) ?? 0;
    if (job.kind === 'attempt-webhook') this.#attemptWebhook(job, cause);
    else this.#transact((tx) => runJob(tx, job), cause, SCHEDULE);
  }

  #transact<T>(useCase: (tx: Transaction) => T, cause: number, origin: Origin): T {
    const state = this.#state;
    const now = this.driver.now();
    const countBefore = state.factCount;
    /** The accounts whose thresholds are checked, in the order of the first change. */
    const touched = new Set<string>();
    const tx: Transaction = {
      state,
      now,
      ids: this.ids,
      origin,
      policy: this.policy,
      record: (fact) => {
        this.changes++;
        apply(state, fact, now);
        this.journal.append(now, fact);
        if (mayEndJob(fact)) this.agenda.mayHaveStale();
        const account = accountTouchedBy(fact);
        if (account !== undefined) touched.add(account);
      },
      schedule: (dueAt, job) => {
        this.changes++;
        if (cause !== 0) this.#causes.set(job, cause);
        // A delay may be very long, but its end must still be a valid date.
        this.agenda.schedule(Math.min(dueAt, LAST_INSTANT), job);
      },
    };
    this.ids.mark();
    try {
      const result = useCase(tx);
      // At the same instant, so that notifications arrive within a minute of the change. NTF-4.
      for (const account of touched) checkThresholds(tx, account);
      return result;
    } catch (error) {
      const recorded = state.factCount - countBefore;
      if (recorded === 0) this.ids.rewind();
      else if (error instanceof Rejection)
        throw new Error(
          `This is a bug of the emulator: a use case rejected its request after it had recorded ${recorded} facts.`,
          { cause: error },
        );
      throw error;
    } finally {
      this.journal.announce();
    }
  }
}
