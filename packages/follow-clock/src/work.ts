import { type Cost, Costs } from '@messaging-service/protocol';
import { machineNow, nextTurn, realTime, startTimer, stopTimer } from './real-time.ts';
import type { Timers } from './timers.ts';

/** How long one thing can take by default, in milliseconds of real time. */
const PATIENCE_MS = 5_000;

/** How long to wait in total while one thing ends and another begins, in milliseconds of real time. */
const LONGEST_MS = 30_000;

/** The interval between two checks of what takes too long. */
const POLL_MS = 100;

/**
 * The maximum number of consecutive checks that find only timers without delay. A chain of such timers may never end,
 * so time then continues. Checks are counted instead of milliseconds, because a machine that stalls runs none of the
 * timers meanwhile.
 */
const MOST_IMMEDIATE_LOOKS = 50;

/** Turns of the event loop without any work after which an application is considered quiet. */
const CALM_TURNS = 4;

/** Something that the application waits for, such as a response. */
export interface Task {
  /** What it is, for warnings and reports. */
  readonly name: string;
  /** How long it can take, in milliseconds of real time; default: 5 s. Afterwards it is no longer waited for. */
  readonly patienceMs?: number;
  /** Whether no warning names it when it takes longer. */
  readonly isSilent?: boolean;
  /** Whether it is a part of something else that is measured. */
  readonly isPart?: boolean;
  /** Whether it has taken longer. It is not waited for again before it has ended. */
  isLate?: boolean;
  /** Called when it has taken longer. */
  readonly onLate?: () => void;
}

/** When something began, and when it was last continued, by the machine's clock. */
interface Span {
  readonly from: number;
  readonly latest: number;
}

/** Everything that the application waits for: requests, queries, operations on files, timers without delay. */
export class Work {
  readonly #timers: Timers;
  readonly #running = new Map<Task, Span>();
  #costs = new Costs();
  #started = 0;
  /** Whether something was written since the last proof that nothing is on its way to this program. */
  #isDoubtful = false;
  /** When something ended the last time, by the machine's clock. */
  #endedAt = Number.NEGATIVE_INFINITY;
  #onEnd: () => void = () => undefined;
  /** Asks the servers on which the application waits whether something is on its way to it. */
  askServers: () => void = () => undefined;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** The names of everything that is running. */
  names(): string[] {
    return [...new Set([...this.#running.keys()].map(({ name }) => name))];
  }

  /** How much was started since the last call that other programs may notice. */
  takeStarted(): number {
    const started = this.#started;
    this.#started = 0;
    return started;
  }

  /** Records something that another program may notice. */
  notice(): void {
    this.#started++;
    this.#isDoubtful = true;
  }

  /** Records that another program has written something, which may be on its way to this one. */
  doubt(): void {
    this.#isDoubtful = true;
  }

  /** Records that something begins, or continues. */
  begin(task: Task): void {
    if (task.isLate === true) return;
    const latest = machineNow();
    this.#running.set(task, { from: this.#running.get(task)?.from ?? latest, latest });
  }

  /** Records that it has ended. */
  end(task: Task): void {
    task.isLate = false;
    const span = this.#running.get(task);
    if (span === undefined) return;
    this.#running.delete(task);
    this.#endedAt = machineNow();
    if (task.isPart !== true) this.measure('connection', task.name, this.#endedAt - span.from);
    this.#onEnd();
  }

  /** Adds to what something took. */
  measure(kind: Cost['kind'], name: string, ms: number): void {
    this.#costs.add({ kind, name, count: 1, ms });
  }

  /** What took the most real time since the last call. */
  takeCosts(): Cost[] {
    const costs = this.#costs;
    this.#costs = new Costs();
    return [...costs.most('timer'), ...costs.most('connection')];
  }

  /**
   * Waits until the application has finished the work that it started. If anyone has written something, the servers on which
   * the application waits are then asked whether it has an effect for it.
   *
   * @returns What took too long. The wait ended without it.
   */
  async finish(): Promise<string[]> {
    const startedAt = machineNow();
    const late: string[] = [];
    let immediateLooks = 0;
    let calm = 0;
    while (calm < CALM_TURNS) {
      await nextTurn();
      const progressAt = Math.max(startedAt, this.#endedAt);
      if (this.#running.size > 0) {
        if (machineNow() - startedAt > LONGEST_MS) return [...late, ...this.#abandon()];
        immediateLooks = 0;
        await this.#ended();
        late.push(...this.#abandon(progressAt));
      } else if (this.#timers.immediate > 0 && immediateLooks < MOST_IMMEDIATE_LOOKS) {
        immediateLooks++;
        await realTime(1);
      } else if (this.#isDoubtful) {
        this.#isDoubtful = false;
        this.askServers();
      } else {
        calm++;
        continue;
      }
      calm = 0;
    }
    return late;
  }

  /** Settles when something ends, or at the next check of what takes too long. */
  async #ended(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = startTimer(resolve, POLL_MS);
    this.#onEnd = resolve;
    await promise;
    stopTimer(limit);
  }

  /**
   * Stops waiting for what takes longer than it can.
   *
   * @param since - When patience begins, at the earliest; without it, nothing is waited for any longer.
   * @returns The names of those that a warning must name.
   */
  #abandon(since?: number): string[] {
    const now = machineNow();
    const named: string[] = [];
    for (const [task, { latest }] of this.#running) {
      const { patienceMs = PATIENCE_MS } = task;
      if (since !== undefined && now - Math.max(latest, since) < patienceMs) continue;
      this.#running.delete(task);
      task.isLate = true;
      task.onLate?.();
      if (task.isSilent !== true) named.push(task.name);
    }
    return named;
  }
}
