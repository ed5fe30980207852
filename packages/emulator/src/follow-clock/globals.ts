import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';
import { type CallSite, callSiteOf, nameOf } from './call-sites.ts';
import { installClocks } from './clocks.ts';
import { define, installDates } from './dates.ts';
import type { FollowedClock } from './followed-clock.ts';
import { followRealms } from './realms.ts';
import { delay, interval, type PromiseTimerOptions, type StartTimer } from './timer-promises.ts';
import { isNoDelay, type TimerCallback, type Timers } from './timers.ts';

/** The parts that replace the globals. */
export interface GlobalParts {
  readonly clock: FollowedClock;
  readonly timers: Timers;
  /** Returns whether a caller must keep the machine's time. */
  readonly isRealTimeCaller: (site: CallSite) => boolean;
}

/**
 * Replaces `Date`, the other clocks, the timers, their promises and `AbortSignal.timeout`. `setImmediate`,
 * `queueMicrotask`, `process.nextTick` and `process.hrtime` do not change.
 */
export function installGlobals(parts: GlobalParts): void {
  const { clock } = parts;
  const now = () => clock.now();
  installDates(now);
  followRealms(now);
  installClocks(clock);
  installTimers(parts);
  installPromises(parts);
  installAbortSignal(parts);
  // Modules that import the names of built-in modules see the new functions only after this.
  syncBuiltinESMExports();
}

/** Node's own function, which checks its arguments. */
type StartRealTimer = (...args: unknown[]) => NodeJS.Timeout;

function installTimers({ timers: followed, isRealTimeCaller }: GlobalParts): void {
  const realTimeout = globalThis.setTimeout as StartRealTimer;
  const realInterval = globalThis.setInterval as StartRealTimer;
  function setTimeout(callback: unknown, ms?: unknown, ...args: unknown[]) {
    const site = callSiteOf(setTimeout);
    if (typeof callback !== 'function' || isRealTimeCaller(site)) return realTimeout(callback, ms, ...args);
    const timer = callback as TimerCallback;
    if (isNoDelay(ms)) return followed.startImmediate(timer, ms, args);
    return followed.start({ callback: timer, delayMs: Number(ms), args, name: nameOf(site) });
  }
  function setInterval(callback: unknown, ms?: unknown, ...args: unknown[]) {
    const site = callSiteOf(setInterval);
    if (typeof callback !== 'function' || isNoDelay(ms) || isRealTimeCaller(site))
      return realInterval(callback, ms, ...args);
    const timer = callback as TimerCallback;
    return followed.start({ callback: timer, delayMs: Number(ms), repeats: true, args, name: nameOf(site) });
  }
  const functions = {
    setTimeout,
    setInterval,
    clearTimeout: (timer: unknown) => followed.stop(timer),
    clearInterval: (timer: unknown) => followed.stop(timer),
  };
  for (const [name, value] of Object.entries(functions)) {
    define(value, 'name', name);
    Object.assign(globalThis, { [name]: value });
    Object.assign(timers, { [name]: value });
  }
}

function installPromises({ timers: followed, isRealTimeCaller }: GlobalParts): void {
  const { setTimeout: realTimeout, setInterval: realInterval } = promises;
  const starterAt =
    (site: CallSite): StartTimer =>
    (callback, delayMs, repeats) =>
      followed.start({ callback, delayMs, repeats, name: nameOf(site) });
  function setTimeout(ms?: number, value?: unknown, options: PromiseTimerOptions = {}): Promise<unknown> {
    const site = callSiteOf(setTimeout);
    if (!areOptions(options) || isRealTimeCaller(site)) return realTimeout(ms, value, options);
    if (isNoDelay(ms)) return followed.countImmediate(realTimeout(ms, value, options));
    return delay(starterAt(site), Number(ms), value, options);
  }
  function setInterval(ms?: number, value?: unknown, options: PromiseTimerOptions = {}) {
    const site = callSiteOf(setInterval);
    if (isNoDelay(ms) || !areOptions(options) || isRealTimeCaller(site))
      return realInterval(ms, value, options);
    return interval(starterAt(site), Number(ms), value, options);
  }
  Object.assign(promises, { setTimeout, setInterval });
  define(promises.scheduler, 'wait', (ms: number, options?: PromiseTimerOptions) =>
    setTimeout(ms, undefined, options),
  );
  define(globalThis.setTimeout, promisify.custom, setTimeout);
}

/** Node itself refuses options of a wrong type, with an error that names them. */
function areOptions(options: unknown): options is PromiseTimerOptions {
  if (typeof options !== 'object' || options === null) return false;
  const { signal, ref = true } = options as PromiseTimerOptions;
  return typeof ref === 'boolean' && (signal === undefined || signal instanceof AbortSignal);
}

function installAbortSignal({ timers: followed, isRealTimeCaller }: GlobalParts): void {
  const realTimeout = AbortSignal.timeout.bind(AbortSignal);
  function timeout(ms: number): AbortSignal {
    const site = callSiteOf(timeout);
    if (typeof ms !== 'number' || isNoDelay(ms) || isRealTimeCaller(site)) return realTimeout(ms);
    const controller = new AbortController();
    const abort = () => {
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    };
    followed.start({ callback: abort, delayMs: ms, name: nameOf(site) }).unref();
    return controller.signal;
  }
  define(AbortSignal, 'timeout', timeout);
}
