import { syncBuiltinESMExports } from 'node:module';
import nodeTimers from 'node:timers';
import promises from 'node:timers/promises';
import { promisify } from 'node:util';
import { MACHINE_TIMER } from '@messaging-service/protocol';
import { define, like } from './built-ins.ts';
import { type CallSite, callSite, nameOf } from './call-sites.ts';
import { installClocks } from './clocks.ts';
import { installDates } from './dates.ts';
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
type Start = (this: unknown, name: string, ...args: readonly unknown[]) => unknown;

function installTimers(timers: Timers, isRealTimeCaller: IsRealTimeCaller): void {
  const replace = (target: object, name: string, start: Start) => {
    const real = Reflect.get(target, name) as CallableFunction;
    const followed = function (this: unknown, ...args: readonly unknown[]): unknown {
      const site = callSite();
      const started = isRealTimeCaller(site)
        ? undefined
        : Reflect.apply(start, this, [nameOf(site), ...args]);
      return started ?? Reflect.apply(real, this, args);
    };
    Object.assign(target, { [name]: instead(real, followed) });
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
  const { scheduler } = promises;
  replace(scheduler, 'wait', function (name, delayMs, options = {}) {
    return this === scheduler && areValid(delayMs, options)
      ? delay(timers, { name, delayMs }, undefined, options)
      : undefined;
  });
  replace(AbortSignal, 'timeout', (name, delayMs) =>
    isAbortDelay(delayMs) ? abortAfter(timers, { name, delayMs }) : undefined,
  );
  const replaceStop = (name: 'clearTimeout' | 'clearInterval') => {
    const stop = instead(globalThis[name], (timer: unknown) => timers.stop(timer));
    Object.assign(globalThis, { [name]: stop });
  };
  replaceStop('clearTimeout');
  replaceStop('clearInterval');
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  Object.assign(nodeTimers, { setTimeout, setInterval, clearTimeout, clearInterval });
  Object.defineProperty(setTimeout, promisify.custom, {
    configurable: true,
    enumerable: true,
    get: () => promises.setTimeout,
  });
}

function instead<Own extends CallableFunction>(real: CallableFunction, own: Own): Own {
  define(own, MACHINE_TIMER, real);
  return like(real, own);
}

function areValid(delayMs: unknown, options: unknown): options is PromiseTimerOptions {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) return false;
  const { signal, ref = true } = options as Readonly<Record<string, unknown>>;
  // Node takes signals of other implementations and contexts, too.
  const isSignal =
    signal === undefined || (typeof signal === 'object' && signal !== null && 'aborted' in signal);
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
