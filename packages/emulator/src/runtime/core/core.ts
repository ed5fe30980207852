import { runJob } from '../../domain/jobs/run-job.ts';
import { accountTouchedBy, checkThresholds } from '../../domain/rules/thresholds.ts';
import { apply } from '../../domain/state/apply.ts';
import type { Fact } from '../../domain/state/facts.ts';
import { isStale, type Job } from '../../domain/state/jobs.ts';
import { Rejection } from '../../domain/state/rejection.ts';
import { emptyState, type State } from '../../domain/state/state.ts';
import type { Policy, Transaction } from '../../domain/state/transaction.ts';
import type { ClockDriver } from '../time/clock-drivers.ts';
import { LAST_INSTANT } from '../time/instant.ts';
import { Agenda } from './agenda.ts';
import type { SeededIds } from './ids.ts';
import { Journal } from './journal.ts';

/** The parts of a core. */
export interface CoreParts {
  readonly driver: ClockDriver;
  readonly policy: Policy;
  /** The source of identifiers and random numbers. */
  readonly ids: SeededIds;
  /** The number of entries that the journal keeps. */
  readonly journalLimit: number;
  /** Starts an attempt at a webhook; the core continues meanwhile. */
  readonly attemptWebhook: (deliveryId: string, cause: number) => void;
}

/**
 * The one writer: every use case and every job runs here, one after another, and everything that becomes due meanwhile
 * runs before the call returns, so that a caller who waits for a response sees all its consequences.
 */
export class Core {
  readonly journal: Journal;
  readonly driver: ClockDriver;
  readonly policy: Policy;
  readonly agenda = new Agenda((job) => isStale(this.#state, job));
  readonly #attemptWebhook: (deliveryId: string, cause: number) => void;
  /** The causes of jobs that were caused by a call during a move of time. */
  readonly #causes = new WeakMap<Job, number>();
  /** In the order of the first change. The initial facts change up to a hundred thousand accounts in one transaction. */
  readonly #touchedAccounts = new Set<string>();
  readonly #moveListeners = new Set<(instant: number) => void>();
  #state: State = emptyState();
  #ids: SeededIds;
  #recorded = 0;
  #jobsRun = 0;
  #cause = 0;
  /**
   * The number of the running move of time, 0 between moves. Everything that a call causes, including jobs and
   * attempts, has the number from the time of the call. So a move knows what it need not wait for.
   */
  move = 0;

  constructor({ driver, policy, ids, journalLimit, attemptWebhook }: CoreParts) {
    this.driver = driver;
    this.policy = policy;
    this.journal = new Journal(journalLimit);
    this.#attemptWebhook = attemptWebhook;
    this.#ids = ids;
  }

  /** The current state. */
  get state(): State {
    return this.#state;
  }

  /** The source of identifiers and random numbers. */
  get ids(): SeededIds {
    return this.#ids;
  }

  /** Runs a use case, after overdue jobs and before the jobs that it makes due. A rejection changes nothing. */
  execute<T>(useCase: (tx: Transaction) => T, cause: number = this.move): T {
    this.journal.beginCall();
    this.runDue();
    try {
      return this.#transact(useCase, cause);
    } finally {
      this.runDue();
    }
  }

  /** Jobs run so far. */
  get jobsRun(): number {
    return this.#jobsRun;
  }

  /** Runs what is due. */
  runDue(): void {
    for (let job = this.#takeDue(); job !== undefined; job = this.#takeDue()) {
      this.#run(job);
      this.#jobsRun++;
    }
    this.driver.wakeAt(this.agenda.nextDueAt(), () => this.runDue());
  }

  /** Moves the current time to an instant, and reports it to the followers of the clock. */
  moveTo(instant: number): void {
    this.journal.beginCall();
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
    this.#state = state;
    this.continueWith(ids);
    this.journal.restart(state.factCount);
    this.agenda.clear();
  }

  /** Takes identifiers and random numbers from another sequence from now on. */
  continueWith(ids: SeededIds): void {
    this.#ids = ids;
  }

  #takeDue(): Job | undefined {
    return this.agenda.take(this.driver.now());
  }

  #run(job: Job): void {
    const cause = this.#causes.get(job) ?? 0;
    if (job.kind === 'attempt-webhook') this.#attemptWebhook(job.deliveryId, cause);
    else this.#transact((tx) => runJob(tx, job), cause);
  }

  #schedule(dueAt: number, job: Job): void {
    if (this.#cause !== 0) this.#causes.set(job, this.#cause);
    this.agenda.schedule(dueAt, job);
  }

  #transact<T>(useCase: (tx: Transaction) => T, cause: number): T {
    const now = this.driver.now();
    const tx: Transaction = {
      state: this.#state,
      now,
      ids: this.#ids,
      policy: this.policy,
      record: (fact) => this.#record(fact, now),
      // A delay may be very long, but its end must still be a valid date.
      schedule: (dueAt, job) => this.#schedule(Math.min(dueAt, LAST_INSTANT), job),
    };
    this.#cause = cause;
    this.#ids.mark();
    this.#recorded = 0;
    try {
      const result = useCase(tx);
      this.#checkThresholds(tx);
      return result;
    } catch (error) {
      if (error instanceof Rejection && this.#recorded > 0) {
        throw new Error(
          `This is a bug of the emulator: a use case rejected its request after it had recorded ${this.#recorded} facts.`,
          {
            cause: error,
          },
        );
      }
      if (this.#recorded === 0) this.#ids.rewind();
      throw error;
    } finally {
      this.journal.announce();
    }
  }

  #record(fact: Fact, now: number): void {
    apply(this.#state, fact, now);
    this.journal.append(now, fact);
    this.#recorded++;
    const touched = accountTouchedBy(fact);
    if (touched !== undefined) this.#touchedAccounts.add(touched);
  }

  #checkThresholds(tx: Transaction): void {
    for (const account of this.#touchedAccounts) {
      this.#touchedAccounts.delete(account);
      checkThresholds(tx, account);
    }
  }
}
