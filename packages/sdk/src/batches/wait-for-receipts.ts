import { batchEndpoints, type Checks, type ReceiptSummary } from '@messaging-service/contract';
import { wait, withDeadline } from '../call/deadline.ts';
import { nameOperation } from '../call/write-request.ts';
import { RateLimitError, ServerError } from '../errors/api-errors.ts';
import {
  ConnectionError,
  ReceiptsTimeoutError,
  RequestValidationError,
  TimeoutError,
} from '../errors/call-errors.ts';
import { createAbortError } from '../errors/foreign-error.ts';
import type { MessagingError } from '../errors/messaging-error.ts';
import type { Redact } from '../errors/redact.ts';
import { checkBoolean, checkFunction, checkTimeout, readOptions } from '../option-checks.ts';
import { CALL_CHECKS } from '../options/call-options.ts';
import type { CallOptions } from '../options/options.ts';

/**
 * Options of `batches.waitForReceipts`. Those of a call, such as `headers`, apply to each query.
 *
 * @typeParam Summary - With `details: true`, a summary with details.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient(optionsFromEnvironment());
 * const { details } = await client.batches.waitForReceipts('0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', {
 *   details: true,
 *   until: ({ counts }) => counts.delivered > 0,
 *   interval: 2000,
 *   timeout: 60_000,
 *   onProgress: ({ counts }) => console.log(counts),
 *   signal: AbortSignal.timeout(120_000),
 * });
 * console.log(details.length); // 2
 * ```
 */
export interface WaitForReceiptsOptions<Summary extends ReceiptSummary = ReceiptSummary>
  extends Omit<CallOptions, 'timeout'> {
  /** Whether the result has one entry for each message. Default: false. */
  details?: boolean | undefined;
  /** Returns whether to stop waiting. Default: true once every message is delivered or failed; false while the total is 0. */
  until?: ((summary: Summary) => boolean) | undefined;
  /** How long to wait between two queries, in milliseconds. Default: 5,000. */
  interval?: number | undefined;
  /** How long to wait in total, in milliseconds. Default: 600,000 (ten minutes). */
  timeout?: number | undefined;
  /** Receives the receipts of every query, including the last. */
  onProgress?: ((summary: Summary) => void) | undefined;
  /** Aborts the wait, which then rejects with an `AbortError`. */
  signal?: AbortSignal | undefined;
}

/** The part of the client that waiting needs. */
export interface ReceiptsSource {
  /** `batches.receipts`. */
  readonly receipts: (
    batchUuid: string,
    options: CallOptions & Pick<WaitForReceiptsOptions, 'details'>,
  ) => Promise<ReceiptSummary>;
  readonly redact: Redact;
}

const operation = nameOperation(batchEndpoints.receipts);

const CHECKS: Checks<WaitForReceiptsOptions> = {
  ...CALL_CHECKS,
  details: checkBoolean,
  until: checkFunction,
  interval: checkTimeout,
  onProgress: checkFunction,
};

/** Temporary failures, after which the next query may succeed. */
const PASSING = [ConnectionError, TimeoutError, ServerError, RateLimitError];

/** Polls receipts until the condition is met. */
export async function waitForReceipts(
  batchUuid: string,
  options: WaitForReceiptsOptions | undefined,
  { receipts, redact }: ReceiptsSource,
): Promise<ReceiptSummary> {
  const read = readOptions<WaitForReceiptsOptions>(options === undefined ? {} : options, CHECKS);
  if (!read.ok) throw new RequestValidationError(operation, read.issues, redact);
  const {
    until = isResolved,
    interval = 5000,
    timeout: timeoutMs = 600_000,
    onProgress,
    signal,
    ...perQuery
  } = read.value;
  let latest: ReceiptSummary | undefined;
  let failure: MessagingError | undefined;
  let attempts = 0;

  /** Queries the receipts once. Returns whether the condition is met, which is unknown after a temporary failure. */
  async function query(stop: AbortSignal): Promise<boolean> {
    attempts += 1;
    try {
      latest = await receipts(batchUuid, { ...perQuery, signal: stop });
      failure = undefined;
    } catch (error) {
      if (!PASSING.some((passing) => error instanceof passing)) throw error;
      failure = error as MessagingError;
      return false;
    }
    onProgress?.(latest);
    return until(latest);
  }

  const outcome = await withDeadline({ timeoutMs, signal }, async (stop) => {
    while (!stop.aborted && !(await query(stop))) await wait({ timeoutMs: interval, signal: stop });
    return latest as ReceiptSummary;
  });
  switch (outcome.ended) {
    case 'done':
      return outcome.value;
    case 'failure':
      throw outcome.error;
    case 'abort':
      throw createAbortError(operation, outcome.reason, redact, { attempts });
    case 'timeout':
      throw new ReceiptsTimeoutError(timeoutMs, latest, { attempts, cause: failure });
  }
}

/** A total of 0 is not known yet: the service has not divided the batch into messages. */
function isResolved({ counts: { total, delivered, failed } }: ReceiptSummary): boolean {
  return total > 0 && delivered + failed >= total;
}
