import {
  BATCH_SPELLINGS,
  type BatchResponse,
  batchEndpoints,
  type CancelBatchResponse,
  type Issue,
  type PendingBatchesResponse,
  type ReceiptDetail,
  type ReceiptSummary,
  writeBothSpellings,
} from '@messaging-service/contract';
import type { CallPromise } from '../call/call-promise.ts';
import type { RequestFunction } from '../call/request.ts';
import { createId, isRecord, isText, writeTimes } from '../call/values.ts';
import { assertBelowLimit, type CallInput, nameOperation } from '../call/write-request.ts';
import type { CallOptions, ResendOptions, SafeResend } from '../options/options.ts';
import type { ResolvedOptions } from '../options/resolve-options.ts';
import type { BatchRequest } from './batch-request.ts';
import { type WaitForReceiptsOptions, waitForReceipts } from './wait-for-receipts.ts';

/**
 * Options of `batches.send`.
 *
 * @typeParam Safe - The type of `safeResend`.
 */
export interface SendBatchOptions<Safe extends SafeResend = false> extends CallOptions, ResendOptions<Safe> {
  /**
   * Only validate and answer: nothing is queued or charged. Written in both spellings of the specification, so that
   * no reading of it sends. Default: false.
   */
  dryRun?: boolean | undefined;
  /** Whether a text of several units is accepted; it is unless this is false. */
  allowMulti?: boolean | undefined;
}

/** A queued batch of a client with `safeResend`. */
export interface ResentBatch extends BatchResponse {
  /** Set when an earlier attempt of the call had queued the batch and its response was lost. */
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

/** Options of `batches.receipts`. */
export interface ReceiptsOptions extends CallOptions {
  /** Answer with one entry for each message as well. Default: false. */
  details?: boolean | undefined;
}

/** A receipt summary with one entry for each message. */
export interface DetailedReceiptSummary extends ReceiptSummary {
  /** One entry for each message. */
  details: ReceiptDetail[];
}

/**
 * The operations on batches. A message from `messages.send` is alone in a batch of its own.
 *
 * @typeParam Safe - The client's option `safeResend`.
 */
export interface Batches<Safe extends SafeResend = false> {
  /**
   * Queues one text for a list of destinations, all or none of them. It is repeated only where it provably did nothing:
   * after an error with `maybeSent`, ask for `batches.receipts` of its `ids`.
   *
   * @param batch - The batch.
   * @returns The batch UUID, as `identifier`.
   * @throws {RequestValidationError} Something is wrong with the request; nothing was sent.
   * @throws {InvalidRequestError} The text takes several units, and `allowMulti` is false.
   * @throws {InsufficientCreditsError} The account has too few credits: a unit costs one for each destination.
   * @throws {SenderNotOwnedError} The account does not own the sender ID.
   * @throws {ConflictError} The `uuid` was used before.
   *
   * @example
   * ```ts
   * import { createMessagingClient } from '@messaging-service/sdk';
   *
   * const { batches } = createMessagingClient({ baseUrl: 'https://api.example.com', accountKey: '0123456789abcdef0123456789abcdef' });
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
  send: (batch: BatchRequest, options?: SendBatchOptions<Safe | false>) => CallPromise<SentBatch<Safe>>;

  /**
   * Cancels a batch that waits for its time, for good, and frees the credits it held.
   *
   * @param batchUuid - Batch UUID; a scheduled message is cancelled by its `batchUuid` too.
   * @throws {NotFoundError} The account has no such batch, or it was cancelled before.
   * @throws {ConflictError} The batch has been sent.
   */
  cancel: (batchUuid: string, options?: CallOptions) => CallPromise<CancelBatchResponse>;

  /**
   * Tells how many messages of a batch were delivered or failed; what is neither is on its way.
   *
   * @param batchUuid - Batch UUID.
   * @returns The totals, and with `details: true` one entry for each message.
   * @throws {NotFoundError} The account has no such batch.
   *
   * @example
   * ```ts
   * import { createMessagingClient } from '@messaging-service/sdk';
   *
   * const { batches } = createMessagingClient({ baseUrl: 'https://api.example.com', accountKey: '0123456789abcdef0123456789abcdef' });
   * const { details } = await batches.receipts('0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', { details: true });
   * for (const { destination, failed, info } of details) if (failed) console.log(destination, info?.description);
   * ```
   */
  receipts: {
    (batchUuid: string, options: ReceiptsOptions & { details: true }): CallPromise<DetailedReceiptSummary>;
    (batchUuid: string, options?: ReceiptsOptions): CallPromise<ReceiptSummary>;
  };

  /**
   * Waits until every message of a batch is delivered or failed, or for as long as told, by asking for the receipts
   * again and again. Where a webhook can be received, a `callback` on the batch tells the same without asking.
   *
   * A question that fails in passing (no connection, 429, 5xx) is asked again at the next interval.
   *
   * @param batchUuid - Batch UUID.
   * @param options - What to wait for, and how long.
   * @returns The receipts, as `batches.receipts` gives them.
   * @throws {ReceiptsTimeoutError} The time is up; `summary` says how the batch stood, `cause` what the last question
   * failed with, if it did.
   * @throws {AbortError} The `signal` was raised.
   * @throws {NotFoundError} The account has no such batch.
   *
   * @example
   * ```ts
   * import { createMessagingClient, ReceiptsTimeoutError } from '@messaging-service/sdk';
   *
   * const { batches } = createMessagingClient({ baseUrl: 'https://api.example.com', accountKey: '0123456789abcdef0123456789abcdef' });
   * try {
   *   const { counts } = await batches.waitForReceipts('0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', {
   *     until: ({ counts }) => counts.delivered >= counts.total * 0.9,
   *     interval: 2000,
   *     timeout: 60_000,
   *     onProgress: ({ counts }) => console.log(counts.delivered, counts.total),
   *   });
   *   console.log(counts.failed);
   * } catch (error) {
   *   if (!(error instanceof ReceiptsTimeoutError)) throw error;
   *   console.log('still on their way', error.summary?.counts);
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

  /** Lists the batches that wait for their time. */
  listPending: (options?: CallOptions) => CallPromise<PendingBatchesResponse>;
}

/** Makes the operations on batches. */
export function createBatches(
  request: RequestFunction,
  { generateIds, redact }: Pick<ResolvedOptions, 'generateIds' | 'redact'>,
): Batches<SafeResend> {
  const receipts = (batchUuid: string, options?: ReceiptsOptions) =>
    request<ReceiptSummary>(batchEndpoints.receipts, options, () => ({
      parameters: { batchUuid },
      check: options?.details === true ? detailIssues : undefined,
    }));
  return {
    send: (batch, options) =>
      request(batchEndpoints.send, options, () => writeBatch(batch, generateIds, options)),
    cancel: (batchUuid, options) =>
      request(batchEndpoints.cancel, options, () => ({ parameters: { batchUuid } })),
    receipts: receipts as Batches['receipts'],
    waitForReceipts: ((batchUuid: string, options?: WaitForReceiptsOptions) =>
      waitForReceipts(batchUuid, options, { receipts, redact })) as Batches['waitForReceipts'],
    listPending: (options) => request(batchEndpoints.listPending, options, () => ({})),
  };
}

/** Writes the identifier and the time in both spellings of the specification. */
function writeBatch(
  batch: unknown,
  generateIds: boolean,
  options?: SendBatchOptions<SafeResend>,
): CallInput<SentBatch> {
  const given = writeTimes(batch, ['at', 'send_at']);
  if (!isRecord(given)) return { body: given };
  if (Array.isArray(given.destinations))
    assertBelowLimit(nameOperation(batchEndpoints.send), 'destinations', given.destinations.length);
  const makesId = generateIds && given.uuid === undefined && given.id === undefined;
  const id = makesId ? createId() : (given.uuid ?? given.id);
  const body = makesId ? { ...given, uuid: id } : given;
  return {
    // Only the missing spelling is added: two that differ are an issue of the caller's to report.
    body: { ...writeBothSpellings(body, BATCH_SPELLINGS), ...withoutUndefined(body) },
    ids: isText(id) ? [id] : [],
    ownIds: makesId,
    describeQueued:
      isText(id) && options?.dryRun !== true ? () => ({ identifier: id, alreadyQueued: true }) : undefined,
  };
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}

/** The overload promises details, but the schema leaves them open, because there are none without `details: true`. */
function detailIssues({ details }: ReceiptSummary): Issue[] {
  return Array.isArray(details) ? [] : [{ path: 'details', message: 'is required' }];
}
