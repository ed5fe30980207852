import { machineNow } from './real-time.ts';
import type { Queued } from './timer-queue.ts';

/** What a timer tells its owner. */
export interface TimerOwner {
  /** Puts it behind everything that is due earlier or at the same time. */
  add(timer: FollowedTimer): void;
  /** Removes it, if it waits. */
  remove(timer: FollowedTimer): void;
  /** Whether it keeps the process alive has changed. */
  referenced(timer: FollowedTimer): void;
  /** Its number is known to the application from now on. */
  numbered(timer: FollowedTimer): void;
}

/** The parts of a timer. */
export interface TimerParts {
  readonly owner: TimerOwner;
  readonly delayMs: number;
  readonly repeats: boolean;
  /** Where it was set, for reports. */
  readonly name: string;
  readonly run: () => void;
  /** What it calls. */
  readonly callback: CallableFunction;
}

/** Functions that settle a promise look like this. */
const OF_PROMISE = /^function \(\) \{ \[native code\] \}$/;

/** Identifiers as numbers, in another range than those of Node's own timers. */
let latestId = 2 ** 40;

/** A timer as Node's `setTimeout` returns it. */
export class FollowedTimer implements Queued {
  /** Its number, for code that keeps timers as numbers. */
  readonly id = ++latestId;
  dueAt = Number.POSITIVE_INFINITY;
  order = 0;
  place = -1;
  /** When its time was started the last time, by the machine's monotonic clock. */
  startedAt = Number.NaN;
  readonly #parts: TimerParts;
  #isRef = true;
  #isClosed = false;

  constructor(parts: TimerParts) {
    this.#parts = parts;
  }

  /** How long it takes, in milliseconds. */
  get delayMs(): number {
    return this.#parts.delayMs;
  }

  /** Whether it runs again and again. */
  get repeats(): boolean {
    return this.#parts.repeats;
  }

  /** Where it was set, for reports. */
  get site(): string {
    return this.#parts.name;
  }

  /** Whether it settles a promise directly, as the pause of a program that awaits it. */
  get isAwaited(): boolean {
    return OF_PROMISE.test(Function.prototype.toString.call(this.#parts.callback));
  }

  /** Calls the function of the timer. */
  run(): void {
    this.#parts.run();
  }

  /** Keeps the process alive until it has run. */
  ref(): this {
    this.#isRef = true;
    this.#parts.owner.referenced(this);
    return this;
  }

  /** Lets the process end before it has run. */
  unref(): this {
    this.#isRef = false;
    this.#parts.owner.referenced(this);
    return this;
  }

  /** Whether it keeps the process alive. */
  hasRef(): boolean {
    return this.#isRef;
  }

  /** Restarts its time, also after it has run, but not after it was stopped. */
  refresh(): this {
    if (this.#isClosed) return this;
    this.startedAt = machineNow();
    this.#parts.owner.add(this);
    return this;
  }

  /** Stops it. */
  close(): this {
    this.#isClosed = true;
    this.#parts.owner.remove(this);
    return this;
  }

  [Symbol.toPrimitive](): number {
    this.#parts.owner.numbered(this);
    return this.id;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

// Programs look at the name to find out what `setTimeout` has returned.
Object.defineProperty(FollowedTimer, 'name', { value: 'Timeout' });
