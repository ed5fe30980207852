import { decodeUtf8 } from './encoding.ts';
import { fail } from './errors.ts';
import type { WebhookHeaders } from './headers.ts';
import { readList } from './read-option.ts';

/** One secret, or several while it is being changed. None may be empty. */
export type Secrets = string | readonly string[];

/** What a resolver is told about a request that nobody has verified yet. */
export interface SecretHint {
  /** The headers as received. */
  readonly headers: WebhookHeaders;
  /**
   * The account that the request says it belongs to, cut out of the body without parsing it; receipts name none.
   * Anybody can have written it: take it to look up a secret, and for nothing else. An event that turns out to name
   * another account than this is refused.
   */
  readonly account_uuid: string | undefined;
}

/** Nothing known of this account: the request is refused with `secret_not_found`. */
type Found = Secrets | null | undefined;

/** Looks up the secrets of a request without waiting. */
export type SyncSecretsResolver = (hint: SecretHint) => Found;

/** Looks up the secrets of a request, in a database for instance. What it throws is passed on as it is. */
export type SecretsResolver = (hint: SecretHint) => Found | Promise<Found>;

const ACCOUNT = /"account_uuid"\s*:\s*"([^"\\]*)"/;

/** What a resolver is told, and whether an event may name the account it names. */
export class Hint implements SecretHint {
  readonly headers: WebhookHeaders;
  readonly #raw: Uint8Array;
  #named: readonly [string | undefined] | undefined;

  /**
   * Reads nothing yet: most callers give their secrets as they are.
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
   * Refuses an event that names another account than the one whose secret was looked up: JSON can name it twice, and
   * whoever knows the secret of one account could otherwise speak for all.
   *
   * @param payload - The parsed body, whose signature has matched.
   * @throws WebhookVerificationError `signature_mismatch`.
   */
  assertSame(payload: unknown): void {
    const account = (payload as { readonly account_uuid?: unknown } | null)?.account_uuid;
    if (this.#named === undefined || account === undefined || account === this.#named[0]) return;
    fail('signature_mismatch', 'account_uuid is ambiguous');
  }
}

/**
 * Checks what a resolver found.
 *
 * @param found - Whatever it returned, or its promise brought.
 * @throws WebhookVerificationError `secret_not_found` or `missing_secret`.
 */
export function readFound(found: unknown): readonly string[] {
  if (found === undefined || found === null || (Array.isArray(found) && found.length === 0))
    fail('secret_not_found');
  return readList(found) ?? fail('missing_secret');
}
