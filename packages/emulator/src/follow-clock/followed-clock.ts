import { machineDate, machineNow } from './real-time.ts';

/** A callback in the queue. */
export interface Queued {
  dueAt: number;
  readonly order: number;
  readonly run: () => void;
}

/** The time that the emulator reports. */
export interface Present {
  readonly now: number;
  readonly mode: 'virtual' | 'system';
  /** Whether time was replaced: timers keep their remaining time, however far the clock moves. */
  readonly jump: boolean;
}

/** A clock may differ from the emulator's by the duration of a report, in milliseconds. */
const DRIFT_MS = 50;

/** The time of the emulator, with the timers that wait for it. */
export class FollowedClock {
  /** Sorted by time; timers of one instant are in the order in which they were set. */
  readonly #queue: Queued[] = [];
  #latestOrder = 0;
  #mode: 'virtual' | 'system';
  /** The latest instant that was reached. */
  #reached: number;
  /** How far a system clock is ahead of the machine's clock. */
  #offset: number;
  #isRunning = false;
  /**
   * Monotonic time: the machine's at the start, and by how much it is ahead since. The start is rounded up to a binary
   * fraction, so that sums of it and whole milliseconds are exact, and so are the differences that applications measure.
   */
  readonly #startedAt = Math.ceil(machineNow() * 1_024) / 1_024;
  #moved = 0;

  constructor({ now, mode }: Omit<Present, 'jump'>) {
    this.#mode = mode;
    this.#reached = now;
    this.#offset = now - machineDate();
  }

  /** Whether time stands still between moves, or follows the machine. */
  get mode(): 'virtual' | 'system' {
    return this.#mode;
  }

  /** The current time, in milliseconds since the epoch. */
  now(): number {
    if (this.#mode === 'virtual' || this.#isRunning) return this.#reached;
    return Math.max(this.#reached, machineDate() + this.#offset);
  }

  /**
   * Milliseconds since the process began: real time until the start of the follower, and then the time by which the
   * clock has moved.
   */
  monotonicNow(): number {
    const passed = this.#mode === 'virtual' ? 0 : machineNow() - this.#startedAt;
    return this.#startedAt + passed + this.#moved;
  }

  /** Sets the clock. Timers that are due now run with {@link FollowedClock.runNext}. */
  set({ now, mode, jump }: Present): void {
    const before = this.now();
    this.#mode = mode;
    if (jump || now < before - DRIFT_MS) {
      this.#jumpTo(now);
      return;
    }
    const ahead = now - machineDate();
    if (mode === 'virtual') this.#moved += Math.max(0, now - before);
    else if (ahead > this.#offset || ahead < this.#offset - DRIFT_MS) {
      this.#moved += Math.max(0, ahead - this.#offset);
      this.#offset = ahead;
    }
    this.#reached = Math.max(this.#reached, now);
  }

  /** When the next timer is due; undefined when there is none. */
  nextTimerAt(): number | undefined {
    return this.#queue[0]?.dueAt;
  }

  /** Runs the next timer if it is due. */
  runNext(): boolean {
    const now = this.now();
    const [next] = this.#queue;
    if (next === undefined || next.dueAt > now) return false;
    this.#queue.shift();
    // Time must not pass while a timer runs.
    this.#reached = now;
    this.#isRunning = true;
    try {
      next.run();
    } finally {
      this.#isRunning = false;
    }
    return true;
  }

  /** Queues a callback. */
  add(run: () => void, delayMs: number): Queued {
    const queued = { dueAt: this.now() + delayMs, order: ++this.#latestOrder, run };
    this.#queue.splice(this.#placeOf(queued), 0, queued);
    return queued;
  }

  /** Removes a callback from the queue, if it is still there. */
  remove(queued: Queued): void {
    const place = this.#placeOf(queued);
    if (this.#queue[place] === queued) this.#queue.splice(place, 1);
  }

  #jumpTo(now: number): void {
    const difference = now - this.now();
    for (const queued of this.#queue) queued.dueAt += difference;
    this.#reached = now;
    this.#offset = now - machineDate();
  }

  /** The place of a callback, or where it belongs. */
  #placeOf({ dueAt, order }: Queued): number {
    let low = 0;
    let high = this.#queue.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#queue[middle] as Queued;
      if (other.dueAt < dueAt || (other.dueAt === dueAt && other.order < order)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
