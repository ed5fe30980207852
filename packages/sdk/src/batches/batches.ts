import {
  BATCH_SPELLINGS,
  type BatchResponse,
  batchEndpoints,
  type CancelBatchResponse,
  type PendingBatchesResponse,
  type ReceiptDetail,
  type ReceiptSummary,
  writeBothSpellings,
} from '@messaging-service/contract';
import type { Call, CallPromise } from '../call/call.ts';
import { createId } from '../call/create-id.ts';
import { isRecord, isText, writeTimes } from '../call/values.ts';
import { type CallInput, limitIssues, type Match } from '../call/write-request.ts';
import type { CallOptions, ResendOptions, SafeResend } from '../options/options.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import type { BatchRequest, OpenBatchRequest } from './batch-request.ts';
import { type WaitForReceiptsOptions, waitForReceipts } from './wait-for-receipts.ts';

/**
 * Options of `batches.send`.
 *
 * @typeParam Safe - The type of `safeResend`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient(optionsFromEnvironment());
 * const batch = { from: 'DEMO', message: 'We open at nine', destinations: ['447700900123'] };
 * await client.batches.send(batch, { dryRun: true, allowMulti: false });
 * ```
 */
export interface SendBatchOptions<Safe extends SafeResend = false> extends CallOptions, ResendOptions<Safe> {
  /**
   * Only validates: nothing is queued or charged. The flag is written in both spellings that services know, so that none of
   * them sends. Default: false. See BAT-6 and API-7.
   */
  dryRun?: boolean | undefined;
  /** Whether a text of several units is accepted. Default: true. See BAT-5. */
  allowMulti?: boolean | undefined;
}

/** A queued batch of a client with `safeResend`. */
export interface ResentBatch extends BatchResponse {
  /** Set if an earlier attempt of the call queued the batch and its response was lost. */
  alreadyQueued?: true;
}

/**
 * The result of `batches.send`.
 *
 * @typeParam Safe - The client's option `safeResend`.
 */
export type SentBatch<Safe extends SafeResend = SafeResend> = Safe extends false
  ? BatchResponse
  : ResentBatch;

/**
 * Options of `batches.receipts`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient(optionsFromEnvironment());
 * const { details } = await client.batches.receipts('0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', { details: true });
 * console.log(details.length); // 2
 * ```
 */
export interface ReceiptsOptions extends CallOptions {
  /** Whether the result has one entry for each message. Default: false. See RCP-2. */
  details?: boolean | undefined;
}

/** A receipt summary with one entry for each message. */
export interface DetailedReceiptSummary extends ReceiptSummary {
  /** One entry for each message. */
  details: ReceiptDetail[];
}

/**
 * Operations on batches. Each message of `messages.send` is in a batch of its own.
 *
 * @typeParam Safe - The client's option `safeResend`.
 */
export interface Batches<Safe extends SafeResend = false> {
  /**
   * Queues one text for a list of destinations, all or none of them. A failed call is repeated only if it certainly had
   * no effect. After an error with `maybeSent`, query `batches.receipts` of its `ids`. See BAT-1.
   *
   * @param batch - The batch.
   * @param options - `dryRun: true` validates without sending, and `allowMulti: false` refuses texts of several units. All
   *   others apply to any call, such as `timeout`.
   * @returns The batch UUID, as `identifier`.
   * @throws {RequestValidationError} The request is invalid; nothing was sent.
   * @throws {InvalidRequestError} The text takes several units, and `allowMulti` is false.
   * @throws {InsufficientCreditsError} The account has too few credits: a unit costs one for each destination.
   * @throws {SenderNotOwnedError} The account does not own the sender ID.
   * @throws {ConflictError} The `uuid` was used before.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { batches } = createMessagingClient(optionsFromEnvironment());
   * const { identifier } = await batches.send({
   *   from: 'DEMO',
   *   message: 'We open at nine tomorrow',
   *   destinations: ['447700900123', '447700900124'],
   *   at: '2030-01-01T08:00Z',
   * });
   * const { counts } = await batches.receipts(identifier);
   * console.log(counts.delivered, counts.failed, counts.total);
   * ```
   */
  send: (batch: BatchRequest, options?: SendBatchOptions) => CallPromise<SentBatch<Safe>>;

  /**
   * Cancels a pending batch permanently, and releases the credits that it held. See BAT-9.
   *
   * @param batchUuid - Batch UUID. To cancel a scheduled message, pass its `batchUuid`.
   * @param options - The options of any call.
   * @throws {RequestValidationError} `batchUuid` is not a UUID; nothing was sent.
   * @throws {NotFoundError} The account has no such batch, or it was cancelled before.
   * @throws {ConflictError} The batch has been sent.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { batches } = createMessagingClient(optionsFromEnvironment());
   * for (const { identifier } of (await batches.listPending()).batches) await batches.cancel(identifier);
   * ```
   */
  cancel: (batchUuid: string, options?: CallOptions) => CallPromise<CancelBatchResponse>;

  /**
   * Returns how many messages of a batch were delivered or failed. The others are still being sent. See RCP-1.
   *
   * @param batchUuid - Batch UUID.
   * @param options - `details: true` also returns each destination. All others apply to any call, such as `timeout`.
   * @returns The totals, and with `details: true` one entry for each message.
   * @throws {RequestValidationError} `batchUuid` is not a UUID; nothing was sent.
   * @throws {NotFoundError} The account has no such batch.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { batches } = createMessagingClient(optionsFromEnvironment());
   * const { details } = await batches.receipts('0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', { details: true });
   * for (const { destination, failed, info } of details) if (failed) console.log(destination, info?.description);
   * ```
   */
  receipts: {
    (batchUuid: string, options: ReceiptsOptions & { details: true }): CallPromise<DetailedReceiptSummary>;
    (batchUuid: string, options?: ReceiptsOptions): CallPromise<ReceiptSummary>;
  };

  /**
   * Polls the receipts of a batch until every message is delivered or failed, or until the time is up. A total of 0 means
   * that the service has not counted the messages yet. If your program receives webhooks, set a `callback` on the batch
   * instead: it needs no polling.
   *
   * A query that fails temporarily (no connection, 429, 5xx) is repeated at the next interval.
   *
   * @param batchUuid - Batch UUID.
   * @param options - The condition to wait for, and the time limit.
   * @returns The receipts, as `batches.receipts` returns them.
   * @throws {RequestValidationError} `batchUuid` or an option is invalid; nothing was sent.
   * @throws {ReceiptsTimeoutError} The time is up. `summary` has the last receipts, `cause` the error of the last query, if it
   * failed.
   * @throws {AbortError} The `signal` was aborted.
   * @throws {NotFoundError} The account has no such batch.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment, ReceiptsTimeoutError } from '@messaging-service/sdk';
   *
   * const { batches } = createMessagingClient(optionsFromEnvironment());
   * try {
   *   const { counts } = await batches.waitForReceipts('0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', {
   *     until: ({ counts }) => counts.delivered + counts.failed >= counts.total * 0.9,
   *     interval: 2000,
   *     timeout: 60_000,
   *     onProgress: ({ counts }) => console.log(counts.delivered, counts.total),
   *   });
   *   console.log(counts.failed);
   * } catch (error) {
   *   if (!(error instanceof ReceiptsTimeoutError)) throw error;
   *   console.log('still being sent', error.summary?.counts);
   * }
   * ```
   */
  waitForReceipts: {
    (
      batchUuid: string,
      options: WaitForReceiptsOptions<DetailedReceiptSummary> & { details: true },
    ): Promise<DetailedReceiptSummary>;
    (batchUuid: string, options?: WaitForReceiptsOptions): Promise<ReceiptSummary>;
  };

  /**
   * Lists the pending batches: those that are scheduled for the future. See BAT-8.
   *
   * @param options - The options of any call.
   * @throws {InvalidKeyError} The key is unknown, or its account was deactivated.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { batches } = createMessagingClient(optionsFromEnvironment());
   * const pending = await batches.listPending();
   * for (const { identifier, at, messagecount } of pending.batches) console.log(identifier, at, messagecount);
   * ```
   */
  listPending: (options?: CallOptions) => CallPromise<PendingBatchesResponse>;
}

/** Operations on batches of a client with the option `unknownValues: 'ignore'`. */
export interface OpenBatches<Safe extends SafeResend = false> extends Omit<Batches<Safe>, 'send'> {
  /** Queues one text for a list of destinations: see {@link Batches.send}. */
  send: (batch: OpenBatchRequest, options?: SendBatchOptions) => CallPromise<SentBatch<Safe>>;
}

/** Creates the operations on batches. */
export function createBatches(call: Call, { redact }: Pick<ResolvedOptions, 'redact'>): Batches<SafeResend> {
  const receipts = (batchUuid: string, options?: ReceiptsOptions) =>
    call<ReceiptSummary>(batchEndpoints.receipts, options, () => ({
      parameters: { batchUuid },
      match: options?.details === true ? requireDetails : undefined,
    }));
  return {
    send: (batch, options) => call(batchEndpoints.send, options, () => writeBatch(batch, options)),
    cancel: (batchUuid, options) =>
      call(batchEndpoints.cancel, options, () => ({ parameters: { batchUuid } })),
    receipts: receipts as Batches['receipts'],
    waitForReceipts: ((batchUuid: string, options?: WaitForReceiptsOptions) =>
      waitForReceipts(batchUuid, options, { receipts, redact })) as Batches['waitForReceipts'],
    listPending: (options) => call(batchEndpoints.listPending, options, () => ({})),
  };
}

/** Writes the identifier and the time in both spellings of the specification. */
function writeBatch(batch: unknown, options?: SendBatchOptions<SafeResend>): CallInput<SentBatch> {
  const given = writeTimes(batch, ['at', 'send_at']);
  if (!isRecord(given)) return { body: given };
  const { destinations } = given;
  const issues = Array.isArray(destinations) ? limitIssues('destinations', destinations.length) : [];
  if (issues.length > 0) return { issues };
  const makesId = given.uuid === undefined && given.id === undefined;
  const id = makesId ? createId() : (given.uuid ?? given.id);
  const body = makesId ? { ...given, uuid: id } : given;
  return {
    body: writeBothSpellings(body, BATCH_SPELLINGS),
    ids: isText(id) ? [id] : [],
    ownIds: makesId,
    describeQueued:
      isText(id) && options?.dryRun !== true ? () => ({ identifier: id, alreadyQueued: true }) : undefined,
  };
}

/** Requires details, because the overload promises them and they are optional in the schema. */
function requireDetails(value: ReceiptSummary): Match<ReceiptSummary> {
  return Array.isArray(value.details)
    ? { value }
    : { value, unfit: [{ path: 'details', message: 'is required' }] };
}
