import type { ReceiptSummary } from '@messaging-service/contract';
import { type CallDetails, hasKind } from './messaging-error.ts';
import { TimeoutError } from './timeout-error.ts';

/**
 * `batches.waitForReceipts` has waited for as long as it was told to. Nothing is wrong with the batch: its messages may
 * still be delivered or fail.
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
   * How the batch stood when it was last asked about; undefined when no answer came. Not shown when the error is logged:
   * details hold numbers of persons.
   */
  get summary(): ReceiptSummary | undefined {
    return this.#summary;
  }
}

/** Whether a value is a {@link ReceiptsTimeoutError}, of whichever copy of this package. */
export function isReceiptsTimeoutError(value: unknown): value is ReceiptsTimeoutError {
  return hasKind(value, 'ReceiptsTimeoutError');
}
