import { EventEmitter, on, once } from 'node:events';
import type { FollowedTimer } from './timers.ts';

/** Options of the timers that are promises. */
export interface PromiseTimerOptions {
  readonly signal?: AbortSignal | undefined;
  readonly ref?: boolean | undefined;
}

/** Starts a timer in the emulator's time. */
export type StartTimer = (callback: () => void, delayMs: number, repeats: boolean) => FollowedTimer;

/** Resolves with a value after a delay, like `setTimeout` of `node:timers/promises`. */
export async function delay<Value>(
  start: StartTimer,
  delayMs: number,
  value: Value,
  { signal, ref = true }: PromiseTimerOptions,
): Promise<Value> {
  const ticks = new EventEmitter();
  const timer = start(() => ticks.emit('tick'), delayMs, false);
  if (!ref) timer.unref();
  try {
    await once(ticks, 'tick', { signal });
  } finally {
    timer.close();
  }
  return value;
}

/** Yields a value at each interval, like `setInterval` of `node:timers/promises`. */
export async function* interval<Value>(
  start: StartTimer,
  delayMs: number,
  value: Value,
  { signal, ref = true }: PromiseTimerOptions,
): AsyncGenerator<Value, void> {
  const ticks = new EventEmitter();
  const timer = start(() => ticks.emit('tick'), delayMs, true);
  if (!ref) timer.unref();
  try {
    for await (const _ of on(ticks, 'tick', { signal })) yield value;
  } finally {
    timer.close();
  }
}
