import { fail } from '../errors/errors.ts';
import { readList } from './read-strings.ts';
import { readKeys, type SecretSource, type SecretsResolver, type SyncSecretsResolver } from './secrets.ts';

/** How to verify. */
export interface VerifyOptions {
  /**
   * The secret set on the account (`mo.mo_webhook_secret`), or several during a change of secret: a signature by any of
   * them is accepted. None may be empty.
   *
   * If accounts have secrets of their own, pass `{ account, secrets }` for each, or a function that looks them up. The
   * event then reports the account that signed it, and a payload that names another account is refused.
   */
  readonly secrets: SecretSource | SecretsResolver;
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
  /**
   * Accepts JSON that was parsed and serialised again on the way: a parsed body, or a sender that signs what
   * JavaScript would have written. Weaker, hence off: different bodies then share a signature, and bodies whose
   * numbers, keys or escapes JavaScript writes in another way are refused.
   */
  readonly reserialize?: boolean;
}

/** How to verify without waiting. */
export interface VerifySyncOptions extends VerifyOptions {
  /** As for `verify`, but a function must return the secrets themselves, not a promise. */
  readonly secrets: SecretSource | SyncSecretsResolver;
}

/** Options with their defaults applied and their types checked. */
export interface Rules {
  /** Looks them up, or has them at hand. */
  readonly secrets: SecretsResolver;
  /** In milliseconds; infinite when the check is off. */
  readonly toleranceMs: number;
  /** The accepted environments; `undefined` accepts any. */
  readonly environments: readonly string[] | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether re-serialised JSON is accepted. */
  readonly reserialize: boolean;
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
  const given = (options as VerifyOptions | undefined) ?? { secrets: [] };
  const { secrets, tolerance, now, environment, reserialize } = given;
  return {
    secrets: readSecrets(secrets),
    toleranceMs: readTolerance(tolerance),
    environments:
      environment === undefined
        ? undefined
        : (readList(environment) ?? fail('invalid_options', 'environment')),
    now: readNow(now),
    reserialize: reserialize === true,
  };
}

function readSecrets(secrets: VerifyOptions['secrets']): SecretsResolver {
  if (typeof secrets === 'function') {
    // A copy or a log of it has the account, too; the body is still searched for it only when somebody asks.
    return (hint) =>
      secrets({
        ...hint,
        get account_uuid() {
          return hint.account_uuid;
        },
      });
  }
  if (readKeys(secrets) === undefined) fail('missing_secret');
  return () => secrets;
}

function readTolerance(tolerance: VerifyOptions['tolerance'] = DEFAULT_TOLERANCE_S): number {
  if (tolerance === false) return Infinity;
  if (typeof tolerance === 'number' && tolerance >= 0) return tolerance * 1000;
  return fail('invalid_options', 'tolerance');
}

function readNow(now: VerifyOptions['now']): number {
  // Read late, so that fake timers and changed clocks are seen.
  const ms: unknown = typeof now === 'function' ? now() : (now ?? Date.now());
  if (Number.isFinite(ms)) return ms as number;
  return fail('invalid_options', 'now');
}
