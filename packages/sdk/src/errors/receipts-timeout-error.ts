import type { ReceiptSummary } from '@messaging-service/contract';
import { type CallDetails } from './messaging-error.ts';
import { TimeoutError } from './timeout-error.ts';

/**
 * `batches.waitForReceipts` has waited for its whole `timeout`. This is not an error of the batch: its messages may still be
 * delivered or fail.
 *
 * @example
 * ```ts
 * import { createMessagingClient, ReceiptsTimeoutError } from '@messaging-service/sdk';
 *
 * const { batches } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
 * try {
 *   await batches.waitForReceipts('0190f3c4-5b6a-7c8d-9e0f-2b3c4d5e6f70', { timeout: 500 });
 * } catch (error) {
 *   if (!(error instanceof ReceiptsTimeoutError)) throw error;
 *   console.log(error.summary?.counts);
 * }
 * ```
 */
export class ReceiptsTimeoutError extends TimeoutError {
  /** @internal */
  static override readonly kind: string = 'ReceiptsTimeoutError';

  readonly #summary: ReceiptSummary | undefined;

  /** @internal */
  constructor(timeout: number, summary: ReceiptSummary | undefined, details?: CallDetails) {
    super('waiting for receipts', timeout, 'timeout', details);
    this.#summary = summary;
  }

  /**
   * The last receipts of the batch; undefined if no response was received. Logs and `toJSON` leave them out, because details
   * contain phone numbers.
   */
  get summary(): ReceiptSummary | undefined {
    return this.#summary;
  }
}
