import type { TimeEvent } from '@messaging-service/protocol';
import { machineDate, machineNow } from './real-time.ts';

/** The time that the emulator reports. */
export type Present = Pick<TimeEvent, 'now' | 'mode' | 'jump'>;

/** A clock may differ from the emulator's by the duration of a report, in milliseconds. */
const DRIFT_MS = 50;

/** If the machine's date passes so much more than its monotonic clock, somebody has set it, or the machine was suspended. */
const STEP_MS = 1_000;

/** The time of the emulator. */
export class FollowedClock {
  #mode: Present['mode'];
  /** The latest instant that was reached. */
  #reached: number;
  /** The machine's two clocks when a system clock was read the last time. */
  #read = { date: machineDate(), monotonic: machineNow() };
  /**
   * Monotonic time: the machine's at the start, and by how much it is ahead since. The start is rounded up to a binary
   * fraction, so that sums of it and whole milliseconds are exact, and so are the differences that applications measure.
   */
  readonly #startedAt = Math.ceil(machineNow() * 1_024) / 1_024;
  #moved = 0;
  /** When it was set the last time, by the machine's monotonic clock. */
  setAt = machineNow();
  /** Called with the distance when time was replaced. */
  onJump: (ms: number) => void = () => undefined;

  constructor({ now, mode }: Omit<Present, 'jump'>) {
    this.#mode = mode;
    this.#reached = now;
  }

  /** Whether time stands still between moves, or follows the machine. */
  get mode(): Present['mode'] {
    return this.#mode;
  }

  /** The current time, in milliseconds since the epoch. */
  now(): number {
    if (this.#mode === 'system') this.#reached += this.#passed();
    return Math.floor(this.#reached);
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
    this.setAt = machineNow();
    this.#passed();
    if (jump || now < before - DRIFT_MS) {
      this.#reached = now;
      this.onJump(now - before);
    } else if (now > before) {
      this.#moved += now - before;
      this.#reached = now;
    }
  }

  /**
   * The time since the last call. The monotonic clock of the machine counts, so that time never stands still or goes back.
   * If the machine was suspended or its date was set forward, the date counts.
   */
  #passed(): number {
    const before = this.#read;
    this.#read = { date: machineDate(), monotonic: machineNow() };
    const monotonic = this.#read.monotonic - before.monotonic;
    const date = this.#read.date - before.date;
    return date - monotonic > STEP_MS ? date : monotonic;
  }
}
