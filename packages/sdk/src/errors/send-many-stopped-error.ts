import { type CallDetails, MessagingError } from './messaging-error.ts';

/**
 * `messages.sendMany` stopped because of `stopWhen`; `cause` is the error of the last request. It ends the iteration after
 * the outcomes of all messages that were read. It is also the error of messages that were read but not sent.
 *
 * @example
 * ```ts
 * import { createMessagingClient, SendManyStoppedError } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
 * const reminders = [{ to: '447700900123', from: { type: 'shared' as const }, body: 'See you at nine' }];
 * try {
 *   for await (const { ok } of messages.sendMany(reminders, { stopWhen: () => true })) console.log(ok);
 * } catch (error) {
 *   if (!(error instanceof SendManyStoppedError)) throw error;
 *   console.log(error.cause);
 * }
 * ```
 */
export class SendManyStoppedError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'SendManyStoppedError';

  /** @internal */
  constructor(operation: string, cause: MessagingError, details?: CallDetails) {
    super(`${operation} stopped sending: ${cause.message}`, { ...details, cause });
  }
}
