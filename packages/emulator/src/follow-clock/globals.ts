import { syncBuiltinESMExports } from 'node:module';
import nodeTimers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';
import { type CallSite, callSite, nameOf } from './call-sites.ts';
import { installClocks } from './clocks.ts';
import { define, installDates } from './dates.ts';
import type { FollowedClock } from './followed-clock.ts';
import { followRealms } from './realms.ts';
import { delay, interval, type PromiseTimerOptions } from './timer-promises.ts';
import { isNoDelay, type TimerCallback, type Timers } from './timers.ts';

/** Returns whether a caller must keep the machine's time. */
type IsRealTimeCaller = (site: CallSite) => boolean;

/**
 * Replaces `Date`, the other clocks, the timers, their promises and `AbortSignal.timeout`. `setImmediate`,
 * `queueMicrotask`, `process.nextTick` and `process.hrtime` do not change.
 */
export function installGlobals(
  clock: FollowedClock,
  timers: Timers,
  isRealTimeCaller: IsRealTimeCaller,
): void {
  const now = () => clock.now();
  installDates(now);
  followRealms(now);
  installClocks(clock);
  installTimers(timers, isRealTimeCaller);
  // Modules that import the names of built-in modules see the new functions only after this.
  syncBuiltinESMExports();
}

/**
 * Starts a timer in the emulator's time.
 *
 * @param name - Where it is set, for reports.
 * @returns What the replaced function returns; undefined when the arguments are not valid, so that Node describes them.
 */
type Start = (name: string, ...args: readonly unknown[]) => unknown;

function installTimers(timers: Timers, isRealTimeCaller: IsRealTimeCaller): void {
  const replace = (target: object, name: string, start: Start) => {
    const real = Reflect.get(target, name) as CallableFunction;
    const followed = (...args: readonly unknown[]): unknown => {
      const site = callSite();
      const started = isRealTimeCaller(site) ? undefined : start(nameOf(site), ...args);
      return started ?? Reflect.apply(real, target, args);
    };
    define(followed, 'name', name);
    Object.assign(target, { [name]: followed });
  };
  const starting =
    (repeats: boolean): Start =>
    (name, callback, delayMs, ...args) =>
      typeof callback === 'function'
        ? timers.start({ callback: callback as TimerCallback, delayMs, repeats, args, name })
        : undefined;
  replace(globalThis, 'setTimeout', starting(false));
  replace(globalThis, 'setInterval', starting(true));
  replace(promises, 'setTimeout', (name, delayMs, value, options = {}) =>
    areValid(delayMs, options) ? delay(timers, { name, delayMs }, value, options) : undefined,
  );
  replace(promises, 'setInterval', (name, delayMs, value, options = {}) =>
    areValid(delayMs, options)
      ? interval(timers, { name, delayMs, repeats: true }, value, options)
      : undefined,
  );
  replace(promises.scheduler, 'wait', (name, delayMs, options = {}) =>
    areValid(delayMs, options) ? delay(timers, { name, delayMs }, undefined, options) : undefined,
  );
  replace(AbortSignal, 'timeout', (name, delayMs) =>
    isAbortDelay(delayMs) ? abortAfter(timers, { name, delayMs }) : undefined,
  );
  const stop = (timer: unknown) => timers.stop(timer);
  const { setTimeout, setInterval } = globalThis;
  Object.assign(globalThis, { clearTimeout: stop, clearInterval: stop });
  Object.assign(nodeTimers, { setTimeout, setInterval, clearTimeout: stop, clearInterval: stop });
  define(setTimeout, promisify.custom, promises.setTimeout);
}

function areValid(delayMs: unknown, options: unknown): options is PromiseTimerOptions {
  if (typeof options !== 'object' || options === null) return false;
  const { signal, ref = true } = options as PromiseTimerOptions;
  const isSignal = signal === undefined || signal instanceof AbortSignal;
  return (delayMs === undefined || typeof delayMs === 'number') && typeof ref === 'boolean' && isSignal;
}

/** Whether Node accepts a delay of `AbortSignal.timeout`, and it is not too short to follow. */
function isAbortDelay(delayMs: unknown): boolean {
  return Number.isInteger(delayMs) && (delayMs as number) < 2 ** 32 && !isNoDelay(delayMs as number);
}

function abortAfter(
  timers: Timers,
  timer: { readonly name: string; readonly delayMs: unknown },
): AbortSignal {
  const controller = new AbortController();
  const callback = () =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  timers.start({ ...timer, callback }).unref();
  return controller.signal;
}
