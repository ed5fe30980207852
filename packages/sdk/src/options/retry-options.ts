import type { RetryOptions } from './options.ts';

/** {@link RetryOptions} with all defaults filled in. */
export type RetryPolicy = { readonly [Member in keyof RetryOptions]-?: number };

const DEFAULTS: RetryPolicy = { attempts: 3, delay: 500, maxDelay: 60_000 };

/** Fills in the members that options leave out. */
export function mergeRetry(
  retry: RetryOptions | false | undefined,
  base: RetryPolicy = DEFAULTS,
): RetryPolicy {
  if (retry === undefined) return base;
  if (retry === false) return { ...base, attempts: 1 };
  return {
    attempts: retry.attempts ?? base.attempts,
    delay: retry.delay ?? base.delay,
    maxDelay: retry.maxDelay ?? base.maxDelay,
  };
}
