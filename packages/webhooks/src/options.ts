import { type WebhookErrorCode, WebhookVerificationError } from './errors.ts';

/** How to verify. */
export interface VerifyOptions {
  /**
   * The secret set on the account (`mo.mo_webhook_secret`), or several while it is being changed: a signature by
   * any of them is accepted. None may be empty. spec.md, Webhook signing, 1.
   */
  readonly secrets: string | readonly string[];
  /**
   * How far the `timestamp` header may lie from now, in seconds, in the past and in the future alike: 300 unless given.
   * `false` accepts any time, and with it replays of old requests.
   */
  readonly tolerance?: number | false;
  /** The present, in milliseconds since the epoch, or a function that tells it: `Date.now` unless given. */
  readonly now?: number | (() => number);
  /**
   * The values of the `environment` header that are accepted; any unless given. Pin it where a secret is shared
   * between environments, so that sandbox traffic cannot be replayed into production.
   */
  readonly environment?: string | readonly string[];
}

/** Options with their defaults applied and their types checked. */
export interface Rules {
  /** At least one, none empty. */
  readonly secrets: readonly string[];
  /** In milliseconds; infinite when the check is off. */
  readonly toleranceMs: number;
  /** The accepted environments; `undefined` accepts any. */
  readonly environments: readonly string[] | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const DEFAULT_TOLERANCE_S = 300;

/**
 * Checks options at run time too: NaN as a tolerance, or an environment variable that is not set, would otherwise
 * switch a check off without a word.
 *
 * @param options - What the caller gave.
 * @throws WebhookVerificationError `missing_secret` or `invalid_options`.
 */
export function readOptions(options: VerifyOptions): Rules {
  // Callers without types do pass nothing at all.
  const { secrets, tolerance, now, environment } = (options as VerifyOptions | undefined) ?? { secrets: [] };
  return {
    secrets: readList(secrets) ?? fail('missing_secret'),
    toleranceMs: readTolerance(tolerance),
    environments:
      environment === undefined
        ? undefined
        : (readList(environment) ?? fail('invalid_options', 'environment')),
    now: readNow(now),
  };
}

/**
 * Whether a value is text that is not empty: what secrets and environments must be.
 *
 * @param value - What the caller gave.
 */
export function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function readTolerance(tolerance: VerifyOptions['tolerance'] = DEFAULT_TOLERANCE_S): number {
  if (tolerance === false) return Infinity;
  if (typeof tolerance === 'number' && tolerance >= 0) return tolerance * 1000;
  return fail('invalid_options', 'tolerance');
}

/** One or several texts, none of them empty. */
function readList(value: string | readonly string[]): readonly string[] | undefined {
  const list: readonly unknown[] = [value].flat();
  return list.length > 0 && list.every(isFilled) ? list : undefined;
}

function readNow(now: VerifyOptions['now']): number {
  // Read late, so that fake timers and changed clocks are seen.
  const ms: unknown = typeof now === 'function' ? now() : (now ?? Date.now());
  if (Number.isFinite(ms)) return ms as number;
  return fail('invalid_options', 'now');
}

function fail(code: WebhookErrorCode, detail?: string): never {
  throw new WebhookVerificationError(code, detail);
}
