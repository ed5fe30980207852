import { AsyncLocalStorage } from 'node:async_hooks';
import type { FollowedClock } from './followed-clock.ts';
import { startInterval, startTimer, stopInterval, stopTimer } from './real-time.ts';

/** A callback of `setTimeout`. */
export type TimerCallback = (...args: unknown[]) => unknown;

/** The longest delay of Node's timers. */
const LONGEST_REAL_MS = 2 ** 31 - 1;

/** The longest time between two dates. */
const LONGEST_MS = 8.64e15;

/** A timer to start. */
export interface NewTimer {
  readonly callback: TimerCallback;
  readonly delayMs: number;
  readonly repeats?: boolean;
  readonly args?: readonly unknown[];
  /** Where it is set, for reports. */
  readonly name: string;
}

/** Identifiers as numbers, in another range than those of Node's own timers. */
let latestId = 2 ** 40;

/** The timers of the application that wait for the emulator's time. */
export class Timers {
  readonly #clock: FollowedClock;
  readonly #pending = new Set<FollowedTimer>();
  /** Zero-delay timers and promises of them, which run in real time. */
  readonly #immediate = new Set<NodeJS.Timeout | Promise<unknown>>();
  readonly #onChange: () => void;
  /** Where the timers were set that have run since they were last taken. */
  readonly #ran = new Set<string>();
  /** Keeps the process alive while a timer without `unref()` waits, as Node does. */
  readonly #hold = startInterval(() => undefined, LONGEST_REAL_MS);

  /**
   * @param clock - Where they wait.
   * @param onChange - Called after a timer was set or stopped, because the next one may be another one.
   */
  constructor(clock: FollowedClock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#hold.unref();
  }

  /** Zero-delay timers that have not run yet. */
  get immediate(): number {
    return this.#immediate.size;
  }

  /** Where the timers were set that have run since the last call. */
  takeRan(): string[] {
    const ran = [...this.#ran];
    this.#ran.clear();
    return ran;
  }

  /** Starts a timer in the emulator's time. */
  start({ callback, delayMs, repeats = false, args = [], name }: NewTimer): FollowedTimer {
    const timer: FollowedTimer = new FollowedTimer({
      clock: this.#clock,
      // The work of a timer belongs to the request or trace in which it was set.
      run: AsyncLocalStorage.bind(() => {
        this.#ran.add(name);
        if (repeats) timer.refresh();
        else timer.close();
        Reflect.apply(callback, timer, args);
      }),
      delayMs: Math.max(1, Math.trunc(delayMs)),
      onChange: () => this.#changed(timer),
    });
    return timer.refresh();
  }

  /** Starts a timer without delay: it runs in real time, and is counted until then. Node checks the delay. */
  startImmediate(callback: TimerCallback, delayMs: unknown, args: readonly unknown[]): NodeJS.Timeout {
    const immediate = this.#immediate;
    const timer = startTimer(function (this: unknown) {
      immediate.delete(timer);
      Reflect.apply(callback, this, args);
    }, delayMs as number);
    immediate.add(timer);
    return timer;
  }

  /** Counts a promise of a timer without delay until it settles. */
  async countImmediate<T>(promise: Promise<T>): Promise<T> {
    this.#immediate.add(promise);
    try {
      return await promise;
    } finally {
      this.#immediate.delete(promise);
    }
  }

  /** Stops a timer of any kind, named by the timer or by its number. */
  stop(timer: unknown): void {
    if (timer instanceof FollowedTimer) {
      timer.close();
      return;
    }
    if (typeof timer === 'number' || typeof timer === 'string') this.#stopNumbered(Number(timer));
    this.#immediate.delete(timer as NodeJS.Timeout);
    stopTimer(timer as NodeJS.Timeout);
    stopInterval(timer as NodeJS.Timeout);
  }

  #stopNumbered(id: number): void {
    for (const timer of this.#pending) if (timer.id === id) timer.close();
    for (const timer of this.#immediate) if (Number(timer) === id) this.#immediate.delete(timer);
  }

  #changed(timer: FollowedTimer): void {
    if (timer.dueAt === undefined) this.#pending.delete(timer);
    else this.#pending.add(timer);
    if (this.#isHeld()) this.#hold.ref();
    else this.#hold.unref();
    this.#onChange();
  }

  /** Whether a timer keeps the process alive. The first one found decides, because there can be many. */
  #isHeld(): boolean {
    for (const timer of this.#pending) if (timer.hasRef()) return true;
    return false;
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

interface TimerParts {
  readonly clock: FollowedClock;
  readonly run: () => void;
  readonly delayMs: number;
  readonly onChange: () => void;
}

/** A timer as Node's `setTimeout` returns it. */
export class FollowedTimer {
  /** Its number, for code that keeps timers as numbers. */
  readonly id = ++latestId;
  /** When it is due; undefined after it has run or was stopped. */
  dueAt: number | undefined;
  readonly run: () => void;
  readonly #parts: TimerParts;
  #isRef = true;

  constructor(parts: TimerParts) {
    this.#parts = parts;
    this.run = parts.run;
  }

  /** Keeps the process alive until it has run. */
  ref(): this {
    this.#isRef = true;
    this.#parts.onChange();
    return this;
  }

  /** Lets the process end before it has run. */
  unref(): this {
    this.#isRef = false;
    this.#parts.onChange();
    return this;
  }

  /** Whether it keeps the process alive. */
  hasRef(): boolean {
    return this.#isRef;
  }

  /** Restarts its time, also after it has run. */
  refresh(): this {
    const { clock, delayMs, onChange } = this.#parts;
    clock.remove(this);
    clock.add(this, delayMs);
    onChange();
    return this;
  }

  /** Stops it. */
  close(): this {
    this.#parts.clock.remove(this);
    this.#parts.onChange();
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.id;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
