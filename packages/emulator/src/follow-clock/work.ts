import { type Cost, Costs } from '../service/costs.ts';
import { machineNow, startTimer, stopTimer } from './real-time.ts';

const PATIENCE_MS = 5_000;

/** Something that the application waits for, such as a response. */
export interface Task {
  /** What it is, for warnings and reports. */
  readonly name: string;
  /** How long it can take, in milliseconds of real time; default: 5 s. Afterwards it is no longer waited for. */
  readonly patienceMs?: number;
  /** Whether no warning names it when it takes longer. */
  readonly isSilent?: boolean;
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

/** Everything that the application waits for: requests, queries, timers without delay. */
export class Work {
  readonly #running = new Map<Task, Span>();
  #costs = new Costs();
  #started = 0;
  /** Whether something was written since the last proof that nothing is on its way to this program. */
  #isDoubtful = false;
  #endedAt = Number.NEGATIVE_INFINITY;
  #onChange: () => void = () => undefined;

  /** Whether anything is running. */
  get isRunning(): boolean {
    return this.#running.size > 0;
  }

  /** When something ended the last time, by the machine's clock. */
  get endedAt(): number {
    return this.#endedAt;
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

  /** Whether something was written since the last call, by this program or another one. */
  takeDoubt(): boolean {
    const isDoubtful = this.#isDoubtful;
    this.#isDoubtful = false;
    return isDoubtful;
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
    this.measure('connection', task.name, this.#endedAt - span.from);
    this.#onChange();
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

  /** Settles when something ends, or after a time. */
  async changed(limitMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = startTimer(resolve, limitMs);
    this.#onChange = resolve;
    await promise;
    stopTimer(limit);
  }

  /**
   * Stops waiting for what takes longer than it can.
   *
   * @param since - When patience begins, at the earliest; without it, nothing is waited for any longer.
   * @returns The names of those that a warning must name.
   */
  abandon(since?: number): string[] {
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
