import { EventEmitter, on } from 'node:events';
import type { NewTimer, Timers } from './timers.ts';

/** Options of the timers that are promises. */
export interface PromiseTimerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly ref?: boolean | undefined;
}

/** Resolves with a value when a timer has run, like `setTimeout` of `node:timers/promises`. */
export async function delay<Value>(
  timers: Timers,
  timer: Omit<NewTimer, 'callback'>,
  value: Value,
  options: PromiseTimerOptions,
): Promise<Value> {
  const values = interval(timers, timer, value, options);
  await values.next();
  await values.return();
  return value;
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
