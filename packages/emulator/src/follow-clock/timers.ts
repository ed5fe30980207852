import { AsyncLocalStorage } from 'node:async_hooks';
import type { FollowedClock } from './followed-clock.ts';
import { LONGEST_TIMER_MS, startInterval, startTimer, stopTimer } from './real-time.ts';

/** A callback of `setTimeout`. */
export type TimerCallback = (...args: unknown[]) => unknown;

/** The longest time between two dates. */
const LONGEST_MS = 8.64e15;

/** A timer to start. */
export interface NewTimer {
  readonly callback: TimerCallback;
  readonly delayMs: unknown;
  readonly repeats?: boolean;
  readonly args?: readonly unknown[];
  /** Where it is set, for reports. */
  readonly name: string;
}

/** A timer in the emulator's time, or one of Node without delay. */
export type Timer = FollowedTimer | NodeJS.Timeout;

/** Identifiers as numbers, in another range than those of Node's own timers. */
let latestId = 2 ** 40;

/** The timers of the application. Those with a delay wait for the emulator's time. */
export class Timers {
  readonly #clock: FollowedClock;
  /** Those that wait, by time. Timers of one instant are in the order in which they were set. */
  readonly #queue: FollowedTimer[] = [];
  /** Those without delay that have not run. */
  readonly #immediate = new Set<NodeJS.Timeout>();
  /** Where the timers were set that have run since they were last taken. */
  readonly #ran = new Set<string>();
  /** Keeps the process alive while a timer without `unref()` waits, as Node does. */
  readonly #hold = startInterval(() => undefined, LONGEST_TIMER_MS).unref();
  /** Called when a timer was set or stopped, because the next one may be another one. */
  onChange: () => void = () => undefined;

  constructor(clock: FollowedClock) {
    this.#clock = clock;
    clock.onJump = (ms) => {
      for (const timer of this.#queue) timer.dueAt += ms;
    };
  }

  /** The number of timers without delay that have not run yet. */
  get immediate(): number {
    return this.#immediate.size;
  }

  /** When the next timer is due; infinity when there is none. */
  get nextAt(): number {
    return this.#queue[0]?.dueAt ?? Number.POSITIVE_INFINITY;
  }

  /** Where the timers were set that have run since the last call. */
  takeRan(): string[] {
    const ran = [...this.#ran];
    this.#ran.clear();
    return ran;
  }

  /** Starts a timer in the emulator's time. Without delay, it runs in real time. */
  start({ callback, delayMs, repeats = false, args = [], name }: NewTimer): Timer {
    if (isNoDelay(delayMs))
      return repeats
        ? startInterval(callback, delayMs as number, ...args)
        : this.#startImmediate(callback, delayMs, args);
    // The work of a timer belongs to the request or trace in which it was set.
    const run = AsyncLocalStorage.bind(() => {
      this.#ran.add(name);
      if (repeats) timer.refresh();
      else this.remove(timer);
      Reflect.apply(callback, timer, args);
    });
    const timer: FollowedTimer = new FollowedTimer(this, Math.max(1, Math.trunc(Number(delayMs))), run);
    return timer.refresh();
  }

  /** Stops a timer, named by the timer or by its number. */
  stop(timer: unknown): void {
    if (timer instanceof FollowedTimer) {
      timer.close();
      return;
    }
    if (typeof timer === 'number' || typeof timer === 'string') {
      this.#queue.find(({ id }) => id === Number(timer))?.close();
      for (const each of this.#immediate) if (Number(each) === Number(timer)) this.#immediate.delete(each);
    }
    this.#immediate.delete(timer as NodeJS.Timeout);
    stopTimer(timer as NodeJS.Timeout);
  }

  /** Runs the next timer if it is due. */
  runNext(): void {
    const [next] = this.#queue;
    if (next !== undefined && next.dueAt <= this.#clock.now()) next.run();
  }

  /** Puts a timer behind everything that is due earlier or at the same time. */
  add(timer: FollowedTimer, delayMs: number): void {
    this.#take(timer);
    timer.dueAt = this.#clock.now() + delayMs;
    const place = this.#queue.findLastIndex(({ dueAt }) => dueAt <= timer.dueAt) + 1;
    this.#queue.splice(place, 0, timer);
    this.changed();
  }

  /** Removes a timer, if it waits. */
  remove(timer: FollowedTimer): void {
    this.#take(timer);
    this.changed();
  }

  /** Records that timers were set or stopped, or no longer keep the process alive. */
  changed(): void {
    // The first one that is found decides, because there can be many.
    if (this.#queue.some((timer) => timer.hasRef())) this.#hold.ref();
    else this.#hold.unref();
    this.onChange();
  }

  #take(timer: FollowedTimer): void {
    const place = this.#queue.indexOf(timer);
    if (place !== -1) this.#queue.splice(place, 1);
  }

  /** Starts a timer of Node, and counts it until it has run. Node checks the delay. */
  #startImmediate(callback: TimerCallback, delayMs: unknown, args: readonly unknown[]): NodeJS.Timeout {
    const immediate = this.#immediate;
    const timer = startTimer(function (this: unknown) {
      immediate.delete(timer);
      Reflect.apply(callback, this, args);
    }, delayMs as number);
    immediate.add(timer);
    return timer;
  }
}

/**
 * Whether a delay counts as none: Node uses one millisecond for all of these. It does so for delays of more than 24 days,
 * too, because it cannot wait longer, and for fractions of a millisecond, which a program computes when it waits for an
 * instant. In the emulator's time these wait.
 */
export function isNoDelay(delay: unknown): boolean {
  const ms = Number(delay);
  return !(ms > 0 && ms !== 1 && ms <= LONGEST_MS);
}

/** A timer as Node's `setTimeout` returns it. */
export class FollowedTimer {
  /** Its number, for code that keeps timers as numbers. */
  readonly id = ++latestId;
  /** When it is due. */
  dueAt = Number.POSITIVE_INFINITY;
  readonly run: () => void;
  readonly #timers: Timers;
  readonly #delayMs: number;
  #isRef = true;
  #isClosed = false;

  constructor(timers: Timers, delayMs: number, run: () => void) {
    this.#timers = timers;
    this.#delayMs = delayMs;
    this.run = run;
  }

  /** Keeps the process alive until it has run. */
  ref(): this {
    this.#isRef = true;
    this.#timers.changed();
    return this;
  }

  /** Lets the process end before it has run. */
  unref(): this {
    this.#isRef = false;
    this.#timers.changed();
    return this;
  }

  /** Whether it keeps the process alive. */
  hasRef(): boolean {
    return this.#isRef;
  }

  /** Restarts its time, also after it has run, but not after it was stopped. */
  refresh(): this {
    if (!this.#isClosed) this.#timers.add(this, this.#delayMs);
    return this;
  }

  /** Stops it. */
  close(): this {
    this.#isClosed = true;
    this.#timers.remove(this);
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.id;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
