import { fail } from '../errors/errors.ts';
import { decodeUtf8 } from '../sign/encoding.ts';
import type { WebhookHeaders } from './headers.ts';
import { isFilled, readList } from './read-strings.ts';

/** One secret, or several during a change of secret. None may be empty. */
export type Secrets = string | readonly string[];

/**
 * The secrets of one account. A verified event then reports the account as `account`, and a payload that names another
 * account is refused with `account_mismatch`.
 */
export interface AccountSecrets {
  /** The identifier of the account, exactly as the service writes it in `account_uuid`. */
  readonly account: string;
  /**
   * Its secrets. If two accounts share a secret, the payload decides which of them it is; for a receipt, which names no
   * account, the first one counts.
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
   * The account that the request claims to belong to, found in the body without parsing it. Receipts name no account.
   * Anyone can have written it, so use it only to look up a secret. If you read it and return secrets alone, they count
   * as the secrets of this account.
   */
  readonly account_uuid: string | undefined;
}

/** With `null`, `undefined` or an empty list, the request is refused with `secret_not_found`. */
type Found = SecretSource | null | undefined;

/** Looks up the secrets of a request synchronously. */
export type SyncSecretsResolver = (hint: SecretHint) => Found;

/**
 * Looks up the secrets of a request, for example in a database. Errors that it throws are passed on unchanged.
 *
 * A resolver that looks secrets up by anything other than `account_uuid`, such as the URL or a header, must return
 * `{ account, secrets }`. Otherwise nothing ties the secret to an account, and one account can sign for another.
 */
export type SecretsResolver = (hint: SecretHint) => Found | Promise<Found>;

/** A secret, and the account it belongs to, if that is known. */
export interface Key {
  readonly secret: string;
  readonly account: string | undefined;
}

const ACCOUNT = /"account_uuid"\s*:\s*"([^"\\]*)"/;

/** What a resolver gets, and the check that a payload names the account whose secret matched. */
export class Hint implements SecretHint {
  readonly headers: WebhookHeaders;
  readonly #raw: Uint8Array;
  #named: readonly [string | undefined] | undefined;

  /**
   * Reads nothing yet, because most callers pass their secrets directly.
   *
   * @param headers - The headers as received.
   * @param raw - The bytes of the body.
   */
  constructor(headers: unknown, raw: Uint8Array) {
    this.headers = headers as WebhookHeaders;
    this.#raw = raw;
  }

  get account_uuid(): string | undefined {
    this.#named ??= [ACCOUNT.exec(decodeUtf8(this.#raw))?.[1]];
    return this.#named[0];
  }

  /**
   * Finds the account that signed a payload. JSON can name the account twice, or hide the name behind an escape, so the
   * parsed payload is compared and not the text that the secret was looked up by.
   *
   * @param payload - The parsed body, whose signature has matched.
   * @param secret - The secret that matched.
   * @param keys - All secrets that were tried.
   * @returns The account; `undefined` if the secret belongs to no account in particular.
   * @throws WebhookVerificationError `account_mismatch`.
   */
  signer(payload: unknown, secret: string, keys: readonly Key[]): string | undefined {
    const named = (payload as { readonly account_uuid?: unknown } | null)?.account_uuid;
    for (const key of keys) {
      if (key.secret !== secret) continue;
      if (key.account === undefined && this.#named === undefined) return undefined;
      const account = key.account ?? this.#named?.[0];
      if (named === undefined || named === account) return account;
    }
    fail('account_mismatch');
  }
}

/**
 * Reads secrets in any of their forms.
 *
 * @param given - The option, or what a resolver returned.
 * @returns The keys; `undefined` if a secret or an account is missing or empty.
 */
export function readKeys(given: unknown): readonly Key[] | undefined {
  const untied = keysOf(undefined, given);
  if (untied !== undefined) return untied;
  const accounts = (Array.isArray(given) ? given : [given]) as readonly (AccountSecrets | null | undefined)[];
  const keys = accounts.map((one) => (isFilled(one?.account) ? keysOf(one.account, one.secrets) : undefined));
  return keys.length > 0 && keys.every((list) => list !== undefined) ? keys.flat() : undefined;
}

function keysOf(account: string | undefined, secrets: unknown): readonly Key[] | undefined {
  return readList(secrets)?.map((secret) => ({ secret, account }));
}

/**
 * Checks what a resolver found.
 *
 * @param found - The value that it returned, or that its promise resolved to.
 * @throws WebhookVerificationError `secret_not_found` or `missing_secret`.
 */
export function readFound(found: unknown): readonly Key[] {
  if (found === undefined || found === null || (Array.isArray(found) && found.length === 0))
    fail('secret_not_found');
  return readKeys(found) ?? fail('missing_secret');
}
