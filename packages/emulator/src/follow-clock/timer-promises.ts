import type { FollowedTimer, TimerCallback } from './timers.ts';

/** Options of the timers that are promises. */
export interface PromiseTimerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly ref?: boolean | undefined;
}

/** Starts a timer in the emulator's time. */
export type StartTimer = (callback: TimerCallback, delayMs: number, repeats: boolean) => FollowedTimer;

/** Resolves with a value after a delay, like `setTimeout` of `node:timers/promises`. */
export function delay<Value>(
  start: StartTimer,
  delayMs: number,
  value: Value,
  { signal, ref = true }: PromiseTimerOptions,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(abortError(signal));
      return;
    }
    const abort = () => {
      timer.close();
      reject(abortError(signal));
    };
    const timer = start(
      () => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      },
      delayMs,
      false,
    );
    if (!ref) timer.unref();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Yields a value at each interval, like `setInterval` of `node:timers/promises`. */
export async function* interval<Value>(
  start: StartTimer,
  delayMs: number,
  value: Value,
  { signal, ref = true }: PromiseTimerOptions,
): AsyncGenerator<Value, void> {
  let passed = 0;
  let wakeUp: () => void = () => undefined;
  const wake = () => wakeUp();
  const timer = start(
    () => {
      passed++;
      wakeUp();
    },
    delayMs,
    true,
  );
  if (!ref) timer.unref();
  signal?.addEventListener('abort', wake, { once: true });
  try {
    for (;;) {
      if (signal?.aborted === true) throw abortError(signal);
      if (passed > 0) {
        passed--;
        yield value;
      } else {
        await new Promise<void>((resolve) => {
          wakeUp = resolve;
        });
      }
    }
  } finally {
    timer.close();
    signal?.removeEventListener('abort', wake);
  }
}

/** The error with which Node's own functions end when their signal is aborted. */
function abortError(signal: AbortSignal | undefined): Error {
  const error = new Error('The operation was aborted', { cause: signal?.reason });
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' });
}
