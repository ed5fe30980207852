import { type CallDetails, MessagingError } from './messaging-error.ts';

/** The time limit that was exceeded. */
export type TimeLimit = 'timeout' | 'totalTimeout';

/**
 * The complete response did not arrive in time. For a send, `maybeSent` is true: see `ids`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, TimeoutError } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
 * try {
 *   await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Your table is ready' }, { timeout: 500 });
 * } catch (error) {
 *   if (!(error instanceof TimeoutError)) throw error;
 *   console.log(error.limit, error.timeout, error.maybeSent, error.ids);
 * }
 * ```
 */
export class TimeoutError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'TimeoutError';

  /** The time limit, in milliseconds. */
  readonly timeout: number;
  /** The option that set the limit: `timeout` for one attempt, or `totalTimeout` for all of them. */
  readonly limit: TimeLimit;

  /** @internal */
  constructor(operation: string, timeout: number, limit: TimeLimit, details?: CallDetails) {
    super(`${operation} took longer than ${timeout} ms${limit === 'timeout' ? '' : ' in total'}`, details);
    this.timeout = timeout;
    this.limit = limit;
  }
}
