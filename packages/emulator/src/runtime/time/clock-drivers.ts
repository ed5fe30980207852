/** Where time comes from. */
export interface ClockDriver {
  /** Whether time stands still by itself (`virtual`) or follows the machine (`system`). */
  readonly mode: 'virtual' | 'system';
  /** The present, in milliseconds since the epoch. */
  now(): number;
  /** Moves the present forward, or anywhere on a restart. */
  moveTo(instant: number): void;
  /** Has the callback called when an instant comes by itself; only the latest call counts. */
  wakeAt(instant: number | undefined, callback: () => void): void;
}

/** setTimeout takes 32 bits, and ends at once when it is given more. A job further off is looked at again when they are over. */
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
      // Nothing comes by itself.
    },
  };
}

/**
 * Time that follows the machine's clock, plus whatever it was moved by. `Date` and `setTimeout` are looked up at each
 * use, so that a test's fake timers drive it, too.
 */
export function systemDriver(start: number): ClockDriver {
  let offset = start - Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerFor: number | undefined;
  return {
    mode: 'system',
    now: () => Date.now() + offset,
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
      // A scheduled message must not keep a finished test process alive; browsers answer a number, not an object.
      if (typeof timer === 'object') timer.unref();
    },
  };
}
