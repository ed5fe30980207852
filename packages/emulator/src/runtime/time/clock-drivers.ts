import { LAST_INSTANT } from './instant.ts';
import { everyReal } from './real-interval.ts';

/** A source of time. */
export interface ClockDriver {
  /** Whether time stands still until it is moved (`virtual`) or follows the machine (`system`). */
  readonly mode: 'virtual' | 'system';
  /** The current time, in milliseconds since the epoch. */
  now(): number;
  /** Moves the current time forward, or to any instant on a restart. */
  moveTo(instant: number): void;
  /** How far the machine's clock was set back since the last call of this function, in milliseconds. */
  takeSetBack(): number;
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
    takeSetBack: () => 0,
    wakeAt: () => {
      // Time only moves by calls.
    },
  };
}

/** How often a clock that follows the machine's looks whether that was set, in milliseconds of real time. */
const LOOK_MS = 250;

/** Two readings of one clock are a moment apart. */
const DRIFT_MS = 5;

/** A timer for an instant. */
interface Alarm {
  readonly instant: number;
  readonly callback: () => void;
  /** The function that started it. Fake timers replace it when they are installed, and when they are removed. */
  readonly startedBy: typeof setTimeout;
  /** How far the machine's clock was ahead of its timers. It changes when the clock is set. */
  readonly ahead: number;
  readonly cancel: () => void;
}

/**
 * Time that follows the machine's clock, plus the moves. `Date` and `setTimeout` are looked up at each
 * use, so that a test's fake timers drive it, too. While something is pending, it looks in real time whether the clock was
 * set or the timers were replaced, because a timer notices neither.
 */
export function systemDriver(start: number): ClockDriver {
  let offset = start - Date.now();
  let latest = start;
  let setBackBy = 0;
  let alarm: Alarm | undefined;
  let stopLooking: (() => void) | undefined;

  // Beyond the last date, no instant could be shown: time stands still there.
  const now = () => Math.min(Date.now() + offset, LAST_INSTANT);
  const observe = () => {
    const at = now();
    setBackBy += Math.max(0, latest - at);
    latest = at;
  };
  const cancel = () => {
    alarm?.cancel();
    alarm = undefined;
  };
  const ring = ({ callback }: Alarm) => {
    cancel();
    callback();
  };
  const set = (instant: number, callback: () => void) => {
    const { setTimeout, clearTimeout } = globalThis;
    const ahead = Date.now() - performance.now();
    const isSet =
      alarm?.instant === instant &&
      alarm.startedBy === setTimeout &&
      Math.abs(alarm.ahead - ahead) < DRIFT_MS;
    if (isSet) return;
    cancel();
    const wait = Math.min(Math.max(0, instant - now()), LONGEST_TIMEOUT_MS);
    const timer = setTimeout(() => ring(added), wait);
    // A scheduled message must not keep a finished test process alive; browsers return a number, not an object.
    if (typeof timer === 'object') timer.unref();
    const added = { instant, callback, startedBy: setTimeout, ahead, cancel: () => clearTimeout(timer) };
    alarm = added;
  };
  const look = () => {
    observe();
    if (alarm === undefined) return;
    if (setBackBy > 0 || latest >= alarm.instant) ring(alarm);
    else set(alarm.instant, alarm.callback);
  };
  return {
    mode: 'system',
    now,
    moveTo: (instant) => {
      offset = instant - Date.now();
      latest = instant;
      setBackBy = 0;
      cancel();
    },
    takeSetBack: () => {
      observe();
      const by = setBackBy;
      setBackBy = 0;
      return by;
    },
    wakeAt: (instant, callback) => {
      if (instant === undefined) {
        cancel();
        stopLooking?.();
        stopLooking = undefined;
      } else {
        set(instant, callback);
        stopLooking ??= everyReal(LOOK_MS, look);
      }
    },
  };
}
