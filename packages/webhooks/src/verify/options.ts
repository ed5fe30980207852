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
 *   reserialize: false,
 * });
 * console.log(event.kind); // inbound-message
 * ```
 */
export interface VerifyOptions {
  /**
   * The secret set on the account (`mo.mo_webhook_secret`), or several while a secret is being changed: a signature by any
   * of them is accepted. None may be empty.
   *
   * If accounts have secrets of their own, pass `{ account, secrets }` for each, or a function that looks them up. The
   * event then reports the account that signed it, and a payload that names another account is refused.
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
   * The accepted values of the `environment` header. Default: any. Set it if environments share a secret, so that
   * sandbox requests cannot be replayed in production.
   */
  readonly environment?: string | readonly string[];
  /**
   * Accepts JSON that was parsed and serialized again on the way: a parsed body, or a sender that signs the output of
   * `JSON.stringify`. Default: false, because it is weaker: different bodies then share a signature, and it refuses
   * bodies whose numbers, keys or escapes JavaScript writes differently.
   */
  readonly reserialize?: boolean;
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
