import type { RetryOptions } from './options.ts';

/** {@link RetryOptions} with everything filled in. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly delay: number;
  readonly maxDelay: number;
  readonly unsafe: boolean;
}

const DEFAULTS: RetryPolicy = { attempts: 3, delay: 500, maxDelay: 60_000, unsafe: false };

/** Fills in what options leave out. */
export function readRetry(
  given: RetryOptions | false | undefined,
  base: RetryPolicy = DEFAULTS,
): RetryPolicy {
  if (given === false) return { ...base, attempts: 1 };
  return {
    attempts: given?.attempts ?? base.attempts,
    delay: given?.delay ?? base.delay,
    maxDelay: given?.maxDelay ?? base.maxDelay,
    unsafe: given?.unsafe ?? base.unsafe,
  };
}
