import { AsyncLocalStorage } from 'node:async_hooks';
import type { FollowedClock } from './followed-clock.ts';
import { FollowedTimer, type TimerOwner } from './followed-timer.ts';
import { LONGEST_TIMER_MS, startInterval, startTimer, stopTimer } from './real-time.ts';
import { TimerQueue } from './timer-queue.ts';

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

/** The timers of the application. Those with a delay wait for the emulator's time. */
export class Timers implements TimerOwner {
  readonly #clock: FollowedClock;
  /** Those that wait. */
  readonly #queue = new TimerQueue<FollowedTimer>();
  /** Those of them that keep the process alive. */
  readonly #referenced = new Set<FollowedTimer>();
  /** Those whose number the application has read. */
  readonly #numbered = new Map<number, FollowedTimer>();
  /** Those without delay that have not run. */
  readonly #immediate = new Set<NodeJS.Timeout>();
  /** Where the timers were set that have run since they were last taken. */
  readonly #ran = new Set<string>();
  /** Keeps the process alive while a timer without `unref()` waits, as Node does. */
  readonly #hold = startInterval(() => undefined, LONGEST_TIMER_MS).unref();
  #order = 0;
  /** Called when a timer was set or stopped, because the next one may be another one. */
  onChange: () => void = () => undefined;

  constructor(clock: FollowedClock) {
    this.#clock = clock;
    clock.onJump = (ms) => this.#queue.shift(ms);
  }

  /** The number of timers without delay that have not run yet. */
  get immediate(): number {
    return this.#immediate.size;
  }

  /** When the next timer is due; infinity when there is none. */
  get nextAt(): number {
    return this.#queue.first?.dueAt ?? Number.POSITIVE_INFINITY;
  }

  /** The timers that wait for the emulator's time. */
  waiting(): Iterable<FollowedTimer> {
    return this.#queue;
  }

  /** Where the timers were set that have run since the last call. */
  takeRan(): string[] {
    const ran = [...this.#ran];
    this.#ran.clear();
    return ran;
  }

  /**
   * Starts a timer in the emulator's time. Without delay, it runs in real time.
   *
   * @throws {TypeError} when the delay cannot be a number, as Node does.
   */
  start({ callback, delayMs, repeats = false, args = [], name }: NewTimer): Timer {
    const ms = toMs(delayMs);
    if (isNoDelay(ms))
      return repeats ? startInterval(callback, ms, ...args) : this.#startImmediate(callback, ms, args);
    // The work of a timer belongs to the request or trace in which it was set.
    const run = AsyncLocalStorage.bind(() => {
      this.#ran.add(name);
      if (repeats) timer.refresh();
      else this.remove(timer);
      Reflect.apply(callback, timer, args);
    });
    const timer = new FollowedTimer({
      owner: this,
      delayMs: Math.max(1, Math.trunc(ms)),
      repeats,
      name,
      run,
      callback,
    });
    return timer.refresh();
  }

  /** Stops a timer, named by the timer or by its number. */
  stop(timer: unknown): void {
    if (timer instanceof FollowedTimer) {
      timer.close();
      return;
    }
    if (typeof timer === 'number' || typeof timer === 'string') {
      this.#numbered.get(Number(timer))?.close();
      for (const each of this.#immediate) if (Number(each) === Number(timer)) this.#immediate.delete(each);
    }
    this.#immediate.delete(timer as NodeJS.Timeout);
    stopTimer(timer as NodeJS.Timeout);
  }

  /** Runs the next timer if it is due. */
  runNext(): void {
    const { first } = this.#queue;
    if (first !== undefined && first.dueAt <= this.#clock.now()) first.run();
  }

  add(timer: FollowedTimer): void {
    if (timer.place !== -1) this.#queue.remove(timer);
    timer.dueAt = this.#clock.now() + timer.delayMs;
    timer.order = ++this.#order;
    this.#queue.add(timer);
    this.referenced(timer);
    this.onChange();
  }

  remove(timer: FollowedTimer): void {
    this.#numbered.delete(timer.id);
    if (timer.place === -1) return;
    this.#queue.remove(timer);
    this.referenced(timer);
    this.onChange();
  }

  referenced(timer: FollowedTimer): void {
    if (timer.place !== -1 && timer.hasRef()) this.#referenced.add(timer);
    else this.#referenced.delete(timer);
    if (this.#referenced.size > 0) this.#hold.ref();
    else this.#hold.unref();
  }

  numbered(timer: FollowedTimer): void {
    if (timer.place !== -1) this.#numbered.set(timer.id, timer);
  }

  /** Starts a timer of Node, and counts it until it has run. Node checks the delay. */
  #startImmediate(callback: TimerCallback, ms: number, args: readonly unknown[]): NodeJS.Timeout {
    const immediate = this.#immediate;
    const timer = startTimer(function (this: unknown) {
      immediate.delete(timer);
      Reflect.apply(callback, this, args);
    }, ms);
    immediate.add(timer);
    return timer;
  }
}

/** Converts a delay as Node does, which calls `valueOf` once and refuses a `bigint` or a symbol. */
function toMs(delayMs: unknown): number {
  return delayMs === undefined ? 1 : (delayMs as number) * 1;
}

/**
 * Whether a delay counts as none: Node uses one millisecond for all of these. It does so for delays of more than 24 days,
 * too, because it cannot wait longer, and for fractions of a millisecond, which a program computes when it waits for an
 * instant. In the emulator's time these wait.
 */
export function isNoDelay(ms: number): boolean {
  return !(ms > 0 && ms !== 1 && ms <= LONGEST_MS);
}
