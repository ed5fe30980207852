import { CODES, type WebhookErrorCode } from './codes.ts';

/** A hint for each code. */
export type Hints = Readonly<Record<WebhookErrorCode, string>>;

/**
 * Instructions for each code of `WebhookVerificationError`. The texts are a fifth as large as the verifier, so the
 * errors do not contain them: a bundle that imports only `verify` leaves them out.
 */
export const HINTS: Hints = CODES;

/**
 * Returns a text that explains how to fix the cause of an error of this package.
 *
 * @param error - The error, or anything else with its `code`.
 *
 * @example
 * ```ts
 * import { hintOf, WebhookVerificationError } from '@messaging-service/webhooks';
 *
 * console.log(hintOf(new WebhookVerificationError('timestamp_too_old')));
 * // Check the clock of this machine, or raise the option tolerance.
 * ```
 */
export function hintOf({ code }: { readonly code: WebhookErrorCode }): string {
  return HINTS[code];
}
