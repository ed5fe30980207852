import { fail } from '../errors/errors.ts';
import type { AccountSecrets } from './secrets.ts';

/** A secret, and the account that it belongs to, if that is known. */
export interface Key {
  readonly secret: string;
  readonly account: string | undefined;
}

/**
 * Reads secrets in any of their forms.
 *
 * @param secrets - The option `secrets`, or the value that a resolver returned.
 * @throws {WebhookVerificationError} `missing_secret` if a secret or an account is missing or empty.
 */
export function readKeys(secrets: unknown): readonly Key[] {
  const keys = keysOf(undefined, secrets);
  if (keys !== undefined) return keys;
  const accounts = (Array.isArray(secrets) ? secrets : [secrets]) as readonly (
    | AccountSecrets
    | null
    | undefined
  )[];
  const lists = accounts.map((one) =>
    isNonEmptyString(one?.account) ? keysOf(one.account, one.secrets) : undefined,
  );
  return lists.length > 0 && lists.every((list) => list !== undefined)
    ? lists.flat()
    : fail('missing_secret');
}

/**
 * Reads the keys that a resolver returned.
 *
 * @param found - The value that it returned, or that its promise resolved to.
 * @throws {WebhookVerificationError} `secret_not_found` or `missing_secret`.
 */
export function readFoundKeys(found: unknown): readonly Key[] {
  if (found === undefined || found === null || (Array.isArray(found) && found.length === 0))
    fail('secret_not_found');
  return readKeys(found);
}

/**
 * Reads an option that is one or several strings, none of them empty.
 *
 * @param value - The option; JavaScript callers may pass any value.
 * @returns The strings; `undefined` if the value is anything else.
 */
export function nonEmptyStrings(value: unknown): readonly string[] | undefined {
  if (isNonEmptyString(value)) return [value];
  return Array.isArray(value) && value.length > 0 && value.every(isNonEmptyString) ? [...value] : undefined;
}

function keysOf(account: string | undefined, secrets: unknown): readonly Key[] | undefined {
  return nonEmptyStrings(secrets)?.map((secret) => ({ secret, account }));
}

function isNonEmptyString(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
