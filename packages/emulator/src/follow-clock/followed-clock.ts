import type { TimeEvent } from '../service/follower.ts';
import { machineDate, machineNow } from './real-time.ts';

/** The time that the emulator reports. */
export type Present = Pick<TimeEvent, 'now' | 'mode' | 'jump'>;

/** A clock may differ from the emulator's by the duration of a report, in milliseconds. */
const DRIFT_MS = 50;

/** The time of the emulator. */
export class FollowedClock {
  #mode: Present['mode'];
  /** The latest instant that was reached. */
  #reached: number;
  /** How far a system clock is ahead of the machine's clock. */
  #offset: number;
  /**
   * Monotonic time: the machine's at the start, and by how much it is ahead since. The start is rounded up to a binary
   * fraction, so that sums of it and whole milliseconds are exact, and so are the differences that applications measure.
   */
  readonly #startedAt = Math.ceil(machineNow() * 1_024) / 1_024;
  #moved = 0;
  /** Called with the distance when time was replaced. */
  onJump: (ms: number) => void = () => undefined;

  constructor({ now, mode }: Omit<Present, 'jump'>) {
    this.#mode = mode;
    this.#reached = now;
    this.#offset = now - machineDate();
  }

  /** Whether time stands still between moves, or follows the machine. */
  get mode(): Present['mode'] {
    return this.#mode;
  }

  /** The current time, in milliseconds since the epoch. */
  now(): number {
    if (this.#mode === 'virtual') return this.#reached;
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

  /** Sets the clock. */
  set({ now, mode, jump }: Present): void {
    const before = this.now();
    this.#mode = mode;
    const ahead = now - machineDate();
    if (jump || now < before - DRIFT_MS) {
      this.#reached = now;
      this.#offset = ahead;
      this.onJump(now - before);
      return;
    }
    if (mode === 'virtual') this.#moved += Math.max(0, now - before);
    else if (ahead > this.#offset || ahead < this.#offset - DRIFT_MS) {
      this.#moved += Math.max(0, ahead - this.#offset);
      this.#offset = ahead;
    }
    this.#reached = Math.max(this.#reached, now);
  }
}
