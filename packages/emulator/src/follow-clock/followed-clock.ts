import { createClock } from '@sinonjs/fake-timers';
import { machineDate, machineNow } from './real-time.ts';

/** A timer in the queue. */
export interface QueuedTimer {
  /** Restarts its time. */
  refresh(): void;
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
  readonly #queue: ReturnType<typeof createClock>;
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
    this.#queue = createClock(now);
    // The queue moves its time from timer to timer. Time must not run backwards when a timer runs late.
    Object.defineProperty(this.#queue, 'now', {
      get: () => this.now(),
      set: (instant: number) => {
        this.#reached = Math.max(this.#reached, instant);
      },
    });
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
    return this.#queue.timerHeap?.peek()?.callAt;
  }

  /** Runs the next timer if it is due. */
  runNext(): boolean {
    const now = this.now();
    if ((this.nextTimerAt() ?? Number.POSITIVE_INFINITY) > now) return false;
    this.#reached = now;
    this.#isRunning = true;
    try {
      this.#queue.next();
    } finally {
      this.#isRunning = false;
    }
    return true;
  }

  /** Queues a timer. */
  add(callback: () => void, delayMs: number, repeats: boolean): QueuedTimer {
    const timer: unknown = repeats
      ? this.#queue.setInterval(callback, delayMs)
      : this.#queue.setTimeout(callback, delayMs);
    return timer as QueuedTimer;
  }

  /** Removes a timer from the queue. */
  remove(timer: QueuedTimer): void {
    this.#queue.clearTimeout(timer as unknown as number);
  }

  #jumpTo(now: number): void {
    // When the queue changes its time, it moves the timers by the same difference.
    this.#queue.setSystemTime(now);
    this.#reached = now;
    this.#offset = now - machineDate();
  }
}
