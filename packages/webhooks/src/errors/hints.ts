import { CODES, type WebhookErrorCode } from './codes.ts';

/**
 * Returns what to do about an error of this package: the last part of its message.
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
  return CODES[code].fix;
}
