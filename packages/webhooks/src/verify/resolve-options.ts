import { invalid } from '../errors/invalid-option.ts';
import { type Key, nonEmptyStrings, readKeys } from './keys.ts';
import type { VerifyOptions } from './options.ts';
import type { SecretsResolver } from './secrets.ts';

/** Checked options with their defaults. */
export interface ResolvedVerifyOptions {
  /** The keys, or the function that looks them up. */
  readonly keys: readonly Key[] | SecretsResolver;
  /** The tolerance in milliseconds; infinite if timestamps are not checked. */
  readonly toleranceMs: number;
  /** The accepted environments; `undefined` accepts any. */
  readonly environments: readonly string[] | undefined;
  /** Returns the current time, in milliseconds since the epoch. */
  readonly now: () => number;
  /** Whether reserialized JSON is accepted. */
  readonly reserialize: boolean;
}

const DEFAULT_TOLERANCE_S = 300;

/**
 * Checks options at run time too. Otherwise NaN as the tolerance, or an environment variable that is not set, would switch
 * a check off silently.
 *
 * @param options - The options; JavaScript callers may pass nothing.
 * @throws {WebhookVerificationError} `missing_secret` or `invalid_options`.
 */
export function resolveVerifyOptions(options: VerifyOptions | undefined): ResolvedVerifyOptions {
  const { secrets, tolerance, now, environment, reserialize } = options ?? { secrets: [] };
  return {
    keys: typeof secrets === 'function' ? secrets : readKeys(secrets),
    toleranceMs: toleranceMs(tolerance),
    environments:
      environment === undefined
        ? undefined
        : (nonEmptyStrings(environment) ??
          invalid('environment', 'one or more strings, not empty', environment)),
    now: clock(now),
    reserialize: reserialize === true,
  };
}

function toleranceMs(tolerance: VerifyOptions['tolerance'] = DEFAULT_TOLERANCE_S): number {
  if (tolerance === false) return Infinity;
  return typeof tolerance === 'number' && tolerance >= 0
    ? tolerance * 1000
    : invalid('tolerance', 'a number of seconds or false', tolerance);
}

/** A function is called at each verification, so that fake timers and changed clocks take effect. */
function clock(now: VerifyOptions['now'] = () => Date.now()): () => number {
  if (typeof now === 'function') return () => instant(now());
  instant(now);
  return () => now;
}

function instant(value: unknown): number {
  return Number.isFinite(value) ? (value as number) : invalid('now', 'a number of milliseconds', value);
}
