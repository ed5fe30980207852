import { EventEmitter, on } from 'node:events';
import type { NewTimer, Timers } from './timers.ts';

/** Options of the timers that are promises. */
export interface PromiseTimerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly ref?: boolean | undefined;
}

/** The error of Node when a signal ends a wait. */
class AbortError extends Error {
  override readonly name = 'AbortError';
  readonly code = 'ABORT_ERR';

  constructor(signal: AbortSignal | undefined) {
    super('The operation was aborted', { cause: signal?.reason });
  }
}

/** Resolves with a value when a timer has run, like `setTimeout` of `node:timers/promises`. */
export async function delay<Value>(
  timers: Timers,
  timer: Omit<NewTimer, 'callback'>,
  value: Value,
  options: PromiseTimerOptions,
): Promise<Value> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const { signal, ref = true } = options;
  const abort = () => reject(new AbortError(signal));
  if (signal?.aborted === true) throw new AbortError(signal);
  const started = timers.start({ ...timer, callback: resolve });
  if (!ref) started.unref();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    await promise;
    return value;
  } finally {
    signal?.removeEventListener('abort', abort);
    timers.stop(started);
  }
}

/** Yields a value each time a timer runs, like `setInterval` of `node:timers/promises`. */
export async function* interval<Value>(
  timers: Timers,
  timer: Omit<NewTimer, 'callback'>,
  value: Value,
  { signal, ref = true }: PromiseTimerOptions,
): AsyncGenerator<Value, void> {
  const ticks = new EventEmitter();
  const started = timers.start({ ...timer, callback: () => ticks.emit('tick') });
  if (!ref) started.unref();
  try {
    for await (const _ of on(ticks, 'tick', { signal })) yield value;
  } finally {
    timers.stop(started);
  }
}
