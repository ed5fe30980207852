import { fail } from '../errors/errors.ts';
import { decodeUtf8 } from '../sign/encoding.ts';
import type { WebhookHeaders } from './headers.ts';
import type { Key } from './keys.ts';
import type { SecretHint } from './secrets.ts';

/** The account that a request claims to belong to. */
export interface ClaimedAccount {
  /** The argument of a resolver. The body is searched for the account only if the resolver reads it. */
  readonly hint: SecretHint;
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
  readonly signer: (payload: unknown, secret: string, keys: readonly Key[]) => string | undefined;
}

const ACCOUNT = /"account_uuid"\s*:\s*"([^"\\]*)"/;

/**
 * Prepares the lookup of secrets for a request.
 *
 * @param headers - The headers as received.
 * @param raw - The bytes of the body.
 */
export function claimedAccount(headers: unknown, raw: Uint8Array): ClaimedAccount {
  // Null until the resolver reads the claim: from then on, the secrets can depend on it.
  let claimed: string | undefined | null = null;
  return {
    // An own property, so that copies and logs of the hint contain the account, too.
    hint: {
      headers: headers as WebhookHeaders,
      get account_uuid() {
        if (claimed === null) claimed = ACCOUNT.exec(decodeUtf8(raw))?.[1];
        return claimed;
      },
    },
    signer(payload, secret, keys) {
      const named = (payload as { readonly account_uuid?: unknown } | null)?.account_uuid;
      for (const key of keys) {
        if (key.secret !== secret) continue;
        const account = key.account ?? claimed;
        if (account === null) return undefined;
        if (named === undefined || named === account) return account;
      }
      fail('account_mismatch');
    },
  };
}
