import { LAST_INSTANT } from './instant.ts';

/** A source of time. */
export interface ClockDriver {
  /** Whether time stands still until it is moved (`virtual`) or follows the machine (`system`). */
  readonly mode: 'virtual' | 'system';
  /** The current time, in milliseconds since the epoch. */
  now(): number;
  /** Moves the current time forward, or to any instant on a restart. */
  moveTo(instant: number): void;
  /** Calls the callback when an instant is reached without a move; only the latest call counts. */
  wakeAt(instant: number | undefined, callback: () => void): void;
}

/**
 * The longest delay of setTimeout, which runs longer ones immediately. Jobs beyond it are checked again when it is
 * over.
 */
export const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Time that stands still until it is moved. */
export function virtualDriver(start: number): ClockDriver {
  let now = start;
  return {
    mode: 'virtual',
    now: () => now,
    moveTo: (instant) => {
      now = instant;
    },
    wakeAt: () => {
      // Time only moves by calls.
    },
  };
}

/**
 * Time that follows the machine's clock, plus the moves. `Date` and `setTimeout` are looked up at each
 * use, so that a test's fake timers drive it, too.
 */
export function systemDriver(start: number): ClockDriver {
  let offset = start - Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerFor: number | undefined;
  return {
    mode: 'system',
    // Beyond the last date, no instant could be shown: time stands still there.
    now: () => Math.min(Date.now() + offset, LAST_INSTANT),
    moveTo: (instant) => {
      offset = instant - Date.now();
      clearTimeout(timer);
      timerFor = undefined;
    },
    wakeAt: (instant, callback) => {
      if (instant === timerFor) return;
      clearTimeout(timer);
      timerFor = instant;
      if (instant === undefined) return;
      const wait = Math.min(Math.max(0, instant - Date.now() - offset), LONGEST_TIMEOUT_MS);
      timer = setTimeout(() => {
        timerFor = undefined;
        callback();
      }, wait);
      // A scheduled message must not keep a finished test process alive; browsers return a number, not an object.
      if (typeof timer === 'object') timer.unref();
    },
  };
}
