import { machineDate, machineNow } from './real-time.ts';

/** Something that waits for an instant. */
export interface Queued {
  /** When it is due; undefined when it does not wait. The clock sets it. */
  dueAt: number | undefined;
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
  readonly #queue: (Queued & { dueAt: number })[] = [];
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
    this.remove(next);
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

  /** Queues something, behind everything that is due earlier or at the same time. */
  add(queued: Queued, delayMs: number): void {
    const dueAt = this.now() + delayMs;
    const place = this.#queue.findLastIndex((other) => other.dueAt <= dueAt) + 1;
    this.#queue.splice(place, 0, Object.assign(queued, { dueAt }));
  }

  /** Removes something from the queue, if it is still there. */
  remove(queued: Queued): void {
    const place = this.#queue.findIndex((other) => other === queued);
    if (place !== -1) this.#queue.splice(place, 1);
    queued.dueAt = undefined;
  }

  #jumpTo(now: number): void {
    const difference = now - this.now();
    for (const queued of this.#queue) queued.dueAt += difference;
    this.#reached = now;
    this.#offset = now - machineDate();
  }
}
