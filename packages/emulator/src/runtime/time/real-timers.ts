import { MACHINE_TIMER } from '@messaging-service/protocol';

/**
 * The timers and the clock of the machine, for limits in real time. A test can replace the global ones, and then only moves them
 * by hand: a limit would never end.
 */

type Replaceable = 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval' | 'performance';

/**
 * What `@sinonjs/fake-timers` puts in place of a global, also for Vitest and Jest: it keeps the original at its clock. A timer that
 * follows the clock of another emulator has it as a member.
 */
interface Replaced {
  readonly clock?: Readonly<Record<string, unknown>>;
  readonly [MACHINE_TIMER]?: unknown;
}

/**
 * A test can also replace them before this module is imported, such as in a setup file. Those of other tools
 * cannot be seen through.
 */
function real<Name extends Replaceable>(name: Name): (typeof globalThis)[Name] {
  let found: unknown = globalThis[name];
  for (;;) {
    const replaced = found as Replaced | undefined;
    const original = replaced?.[MACHINE_TIMER] ?? replaced?.clock?.[`_${name}`];
    if (original === undefined || original === found) return found as (typeof globalThis)[Name];
    found = original;
  }
}

/** The timer functions of the machine. Browsers require that they are called without an object. */
export const setTimeout = real('setTimeout');
export const clearTimeout = real('clearTimeout');
export const setInterval = real('setInterval');
export const clearInterval = real('clearInterval');

/** The clocks of the machine. */
export const performance = real('performance');

/**
 * Calls a function after a time of the machine, or earlier if a test moves its fake timers that far: it can then see the end of
 * a long time without waiting, and a short one ends although nobody moves them.
 *
 * @returns A function that prevents the call.
 */
export function callAfter(ms: number, callback: () => void): () => void {
  const { setTimeout: startOther, clearTimeout: stopOther } = globalThis;
  const end = () => {
    stop();
    callback();
  };
  const timer = setTimeout(end, ms);
  const other = startOther === setTimeout ? undefined : startOther(end, ms);
  const stop = () => {
    clearTimeout(timer);
    if (other !== undefined) stopOther(other);
  };
  return stop;
}

/** A limit in real time. */
export interface TimeLimit {
  /** Is aborted with a `TimeoutError` when the time is over. */
  readonly signal: AbortSignal;
  /** Ends the limit. */
  end(): void;
}

/**
 * Starts a limit. `AbortSignal.timeout` is not used, because jsdom and happy-dom make it from the global timers. Like that
 * function, it does not keep a process alive.
 */
export function startLimit(ms: number): TimeLimit {
  const over = new AbortController();
  // The DOMException of jsdom is not an Error.
  const reason = Object.assign(new Error('The time is over.'), { name: 'TimeoutError' });
  const timer = setTimeout(() => over.abort(reason), ms);
  // Browsers return a number.
  if (typeof timer === 'object') timer.unref();
  return { signal: over.signal, end: () => clearTimeout(timer) };
}
