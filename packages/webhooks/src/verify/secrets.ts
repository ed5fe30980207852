import type { WebhookHeaders } from './headers.ts';

/** One secret, or several while a secret is being changed. None may be empty. */
export type Secrets = string | readonly string[];

/**
 * The secrets of one account. A verified event then reports the account as `account`, and a payload that names another
 * account is refused with `account_mismatch`.
 *
 * @example
 * ```ts
 * import { verify } from '@messaging-service/webhooks';
 *
 * const event = await verify(request, {
 *   secrets: [
 *     { account: payload.account_uuid, secrets: secret },
 *     { account: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', secrets: ['the new secret', 'the old secret'] },
 *   ],
 * });
 * console.log(event.account === payload.account_uuid); // true
 * ```
 */
export interface AccountSecrets {
  /** The identifier of the account, exactly as the service writes it in `account_uuid`. */
  readonly account: string;
  /**
   * The secrets of the account. If two accounts share a secret, the payload decides which one signed. A receipt does not
   * name an account: then the first of them counts.
   */
  readonly secrets: Secrets;
}

/** Secrets that belong to no account in particular, or the secrets of one or several accounts. */
export type SecretSource = Secrets | AccountSecrets | readonly AccountSecrets[];

/** The information that a resolver gets about a request that is not verified yet. */
export interface SecretHint {
  /** The headers as received. */
  readonly headers: WebhookHeaders;
  /**
   * The account that the request claims to belong to, read from the body without parsing it. Receipts do not name their
   * account. Anyone may have written this value, so use it only to look up a secret. If you read it and return secrets
   * without an account, they count as the secrets of this account.
   */
  readonly account_uuid: string | undefined;
}

/** With `null`, `undefined` or an empty list, the request is refused with `secret_not_found`. */
type Found = SecretSource | null | undefined;

/** Looks up the secrets of a request synchronously. */
export type SyncSecretsResolver = (hint: SecretHint) => Found;

/**
 * Looks up the secrets of a request, for example in your database. If it throws, the error is passed on unchanged.
 *
 * A resolver that looks secrets up by anything other than `account_uuid`, such as the URL or a header, must return
 * `{ account, secrets }`. Otherwise nothing ties the secret to an account, and one account can sign for another.
 */
export type SecretsResolver = (hint: SecretHint) => Found | Promise<Found>;
