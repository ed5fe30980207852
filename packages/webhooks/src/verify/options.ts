import { type Checks, must } from '@messaging-service/contract';
import { readOptions } from '../errors/read-options.ts';
import { type Key, nonEmptyStrings, readKeys } from './keys.ts';
import type { SecretSource, SecretsResolver, SyncSecretsResolver } from './secrets.ts';

/**
 * Options for `verify`.
 *
 * @example
 * ```ts
 * import { verify } from '@messaging-service/webhooks';
 *
 * const event = await verify(request, {
 *   secrets: ['the new secret', secret],
 *   tolerance: 60,
 *   now: () => Date.now(),
 *   environment: ['emulator', 'test', 'production'],
 * });
 * console.log(event.kind); // inbound-message
 * ```
 */
export interface VerifyOptions {
  /**
   * The secret that you set on the account (`mo.mo_webhook_secret`). Pass several while you change it: any of them may have
   * signed. None may be empty.
   *
   * If your accounts have different secrets, pass `{ account, secrets }` for each, or a function that looks them up. The
   * event then names the account that signed it, and a payload of another account is refused.
   */
  readonly secrets: SecretSource | SecretsResolver;
  /**
   * How far the `timestamp` header may differ from the current time, in seconds, in the past and in the future. Default:
   * 300. `false` accepts any time, and therefore replays of old requests.
   */
  readonly tolerance?: number | false;
  /** The current time in milliseconds since the epoch, or a function that returns it. Default: `Date.now`. */
  readonly now?: number | (() => number);
  /**
   * The `environment` headers to accept. Default: any. Set it if your environments share a secret, so that nobody can
   * replay sandbox requests in production.
   */
  readonly environment?: string | readonly string[];
}

/**
 * Options for `verifySync`.
 *
 * @example
 * ```ts
 * import { sign, verifySync } from '@messaging-service/webhooks';
 *
 * const headers = await sign({ body, secret, environment: 'production' });
 * const event = verifySync({ body, headers }, { secrets: () => secret });
 * console.log(event.kind); // inbound-message
 * ```
 */
export interface VerifySyncOptions extends VerifyOptions {
  /** As for `verify`, but a function must return the secrets themselves, not a promise. */
  readonly secrets: SecretSource | SyncSecretsResolver;
}

/** Checked options with their defaults. */
export interface ResolvedVerifyOptions {
  /** The keys, or the function that looks them up. */
  readonly keys: readonly Key[] | SecretsResolver;
  /** The tolerance in milliseconds; infinite if timestamps are not checked. */
  readonly toleranceMs: number;
  /** The accepted environments; `undefined` accepts any. See SIG-6. */
  readonly environments: readonly string[] | undefined;
  /** Returns the current time, in milliseconds since the epoch. */
  readonly now: () => number;
}

const DEFAULT_TOLERANCE_S = 300;

const checkInstant = must('a number of milliseconds', (now) => Number.isFinite(now));

/** A check for each option. Without them, NaN as the tolerance, or a variable that is not set, would switch a check off silently. */
export const VERIFY_CHECKS: Checks<VerifyOptions> = {
  // Secrets are read and checked together, because a function may return them. Their errors do not show them.
  secrets: () => undefined,
  tolerance: must(
    'a number of seconds or false',
    (tolerance) => tolerance === false || (typeof tolerance === 'number' && tolerance >= 0),
  ),
  now: (now) => (typeof now === 'function' ? undefined : checkInstant(now)),
  environment: must('one or more strings, not empty', (value) => nonEmptyStrings(value) !== undefined),
};

/**
 * Reads the options of `verify` and `verifySync`. Those of a handler have more members, which it reads itself.
 *
 * @param options - The options; JavaScript callers may pass nothing.
 * @throws {WebhookVerificationError} `missing_secret` or `invalid_options`.
 */
export function readVerifyOptions(options: Partial<VerifyOptions> = {}): ResolvedVerifyOptions {
  return resolveVerifyOptions(readOptions(options, VERIFY_CHECKS));
}

/**
 * Applies the defaults.
 *
 * @param options - Options that were checked, except for the secrets.
 * @throws {WebhookVerificationError} `missing_secret`.
 */
export function resolveVerifyOptions({
  secrets,
  tolerance = DEFAULT_TOLERANCE_S,
  now = () => Date.now(),
  environment,
}: VerifyOptions): ResolvedVerifyOptions {
  return {
    keys: typeof secrets === 'function' ? secrets : readKeys(secrets),
    toleranceMs: tolerance === false ? Infinity : tolerance * 1000,
    environments: nonEmptyStrings(environment),
    // A function is called at each verification, so that fake timers and changed clocks take effect.
    now: typeof now === 'function' ? () => instant(now()) : () => now,
  };
}

function instant(now: number): number {
  return readOptions<{ now: number }>({ now }, { now: checkInstant }, 'now').now;
}
