import { isInstance, isObject, kindOf } from '@messaging-service/contract';
import { fail } from '../errors/errors.ts';
import { isText } from '../event/read-payload.ts';
import { decodeUtf8 } from '../sign/encoding.ts';
import type { WebhookHeaders } from './headers.ts';
import type { AccountSecrets, SecretHint } from './secrets.ts';

/** A secret, and the account that it belongs to. */
export interface Key {
  readonly secret: string;
  /** Null: the secret belongs to no account in particular. `undefined`: it was looked up for a request that names none. */
  readonly account: string | null | undefined;
}

/**
 * Reads secrets in any of their forms.
 *
 * @param secrets - The option `secrets`, or the value that a resolver returned.
 * @throws {WebhookVerificationError} `missing_secret` if a secret or an account is missing or empty.
 */
export function readKeys(secrets: unknown): readonly Key[] {
  const given = (Array.isArray(secrets) ? secrets : [secrets]) as readonly (
    | AccountSecrets
    | null
    | undefined
  )[];
  const ofAccount = (one: (typeof given)[number]) =>
    (isText(one?.account) && keysOf(one.account, one.secrets)) || refuse(given);
  const keys = keysOf(null, secrets) ?? given.flatMap(ofAccount);
  return keys.length > 0 ? keys : refuse(given);
}

/** Says so if there is a secret, but not as text. */
function refuse(given: readonly unknown[]): never {
  const other = given.find((one) => isObject(one) && isInstance(one) && !('account' in one));
  fail('missing_secret', other === undefined ? other : `The secret is ${kindOf(other)}${OTHER}`);
}

const OTHER = ', and must be text: decode bytes, await a promise, and pass several secrets as an array.';

const ACCOUNT = /"account_uuid"\s*:\s*"([^"\\]*)"/;

/** The lookup of the keys of a request. */
interface KeyLookup {
  /** What the resolver gets. */
  readonly hint: SecretHint;
  /**
   * Reads what the resolver has found.
   *
   * @throws {WebhookVerificationError} `secret_not_found` or `missing_secret`.
   */
  readonly read: (found: unknown) => readonly Key[];
}

/**
 * Begins the lookup of the keys of a request. The body is searched for the account only if the resolver reads it. From then on,
 * secrets without an account count as those of this account.
 *
 * @param headers - The headers as received.
 * @param raw - The bytes of the body.
 */
export function keyLookup(headers: unknown, raw: Uint8Array): KeyLookup {
  let claimed = null as Key['account'];
  return {
    hint: {
      headers: headers as WebhookHeaders,
      // An own property, so that copies and logs of the hint contain the account, too.
      get account_uuid() {
        claimed = ACCOUNT.exec(decodeUtf8(raw))?.[1];
        return claimed;
      },
    },
    read: (found) => {
      if (found === undefined || found === null || (Array.isArray(found) && found.length === 0))
        fail('secret_not_found');
      return readKeys(found).map(({ secret, account }) => ({ secret, account: account ?? claimed }));
    },
  };
}

/**
 * Returns the account that signed a payload. JSON can name the account twice, or hide the name behind an escape, so this
 * compares the parsed payload and not the text that the secret was looked up by.
 *
 * @param payload - The parsed body, whose signature has matched.
 * @param secret - The secret that matched.
 * @param keys - All secrets that were tried.
 * @returns The account; `undefined` if the secret belongs to no account in particular.
 * @throws {WebhookVerificationError} `account_mismatch`.
 */
export function signerOf(payload: unknown, secret: string, keys: readonly Key[]): string | undefined {
  const named = (payload as { readonly account_uuid?: unknown } | null)?.account_uuid;
  for (const key of keys) {
    if (key.secret !== secret) continue;
    if (key.account === null) return undefined;
    if (named === undefined || isSameAccount(named, key.account)) return key.account;
  }
  fail('account_mismatch');
}

/** Upper and lower case of a UUID are the same identifier. See API-14. */
function isSameAccount(named: unknown, account: string | undefined): boolean {
  return typeof named === 'string' && named.toLowerCase() === account?.toLowerCase();
}

/**
 * Reads an option that is one or several strings, none of them empty.
 *
 * @param value - The option; JavaScript callers may pass any value.
 * @returns The strings; `undefined` if the value is anything else.
 */
export function nonEmptyStrings(value: unknown): readonly string[] | undefined {
  if (isText(value)) return [value];
  return Array.isArray(value) && value.length > 0 && value.every(isText) ? [...value] : undefined;
}

function keysOf(account: Key['account'], secrets: unknown): readonly Key[] | undefined {
  return nonEmptyStrings(secrets)?.map((secret) => ({ secret, account }));
}
