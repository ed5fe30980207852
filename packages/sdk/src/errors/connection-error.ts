import { MessagingError } from './messaging-error.ts';

/**
 * There was no complete response: the connection was refused, reset or lost, or the host name was not found.
 *
 * `maybeSent` is false only if the request was certainly not sent, for example because the connection was refused.
 * `cause` is the error of the runtime, as a plain error with its `code`.
 *
 * @example
 * ```ts
 * import { ConnectionError, createMessagingClient } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
 * try {
 *   await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Your table is ready' });
 * } catch (error) {
 *   if (!(error instanceof ConnectionError)) throw error;
 *   console.log(error.maybeSent, error.ids, error.cause);
 * }
 * ```
 */
export class ConnectionError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'ConnectionError';
}
