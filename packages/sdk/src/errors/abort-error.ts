import { copyReason } from './foreign-error.ts';
import { type CallDetails, MessagingError } from './messaging-error.ts';
import type { Redact } from './redact.ts';

/**
 * The caller's `signal` aborted the call. `cause` is a copy of the signal's reason, with API keys redacted;
 * `maybeSent` shows whether the request may have been sent before.
 *
 * @example
 * ```ts
 * import { AbortError, createMessagingClient } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
 * const controller = new AbortController();
 * setTimeout(() => controller.abort(), 100);
 * try {
 *   await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Your table is ready' }, { signal: controller.signal });
 * } catch (error) {
 *   if (!(error instanceof AbortError)) throw error;
 *   console.log(error.maybeSent, error.ids);
 * }
 * ```
 */
export class AbortError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'AbortError';
}

/**
 * Creates the error of a call that its caller aborted.
 *
 * @param operation - The operation's name in messages.
 * @param reason - The reason of the caller's signal.
 */
export function createAbortError(
  operation: string,
  reason: unknown,
  redact: Redact,
  details: CallDetails,
): AbortError {
  return new AbortError(`${operation} was aborted`, { ...details, cause: copyReason(reason, redact) });
}
