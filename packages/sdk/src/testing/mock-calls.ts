import type {
  AccountsResponse,
  AddBatchQuery,
  AddMessageQuery,
  AddMessageResponse,
  BatchResponse,
  CancelBatchResponse,
  CreateAccountRequest,
  CreateAccountResponse,
  DeactivateAccountResponse,
  EditAccountRequest,
  EditAccountResponse,
  MergedAddMessageRequest,
  NoQuery,
  PendingBatchesResponse,
  ReceiptCode,
  ReceiptSummary,
  ReceiptsQuery,
  TopUpRequest,
  TopUpResponse,
  BatchRequest as WireBatchRequest,
} from '@messaging-service/contract';
import type { MockFailure } from './mock-failures.ts';

/**
 * The request and response of each operation. They are written out, because types derived from the endpoint table would
 * require its schema library to be installed. A test compares the two.
 */
export interface MockOperations {
  /** Add message, with the defaults merged into its messages. */
  'messages.send': Exchanged<AddMessageResponse, MergedAddMessageRequest, AddMessageQuery>;
  /** Add batch. */
  'batches.send': Exchanged<BatchResponse, WireBatchRequest, AddBatchQuery>;
  /** Cancel pending batch. */
  'batches.cancel': Exchanged<CancelBatchResponse>;
  /** Get delivery receipts. */
  'batches.receipts': Exchanged<ReceiptSummary, null, ReceiptsQuery>;
  /** Get pending batches. */
  'batches.listPending': Exchanged<PendingBatchesResponse>;
  /** List accounts. */
  'accounts.list': Exchanged<AccountsResponse>;
  /** Create account. */
  'accounts.create': Exchanged<CreateAccountResponse, CreateAccountRequest>;
  /** Edit account. */
  'accounts.update': Exchanged<EditAccountResponse, EditAccountRequest>;
  /** Top up account. */
  'accounts.topUp': Exchanged<TopUpResponse, TopUpRequest>;
  /** Deactivate account. */
  'accounts.deactivate': Exchanged<DeactivateAccountResponse>;
  /** The catalogue of receipt codes. */
  'receiptCodes.list': Exchanged<ReceiptCode[]>;
}

/** Request and response of a call. */
interface Exchanged<Answer, Body = null, Query = NoQuery> {
  /** The body of the response with status 200. */
  readonly answer: Answer;
  /** The validated body; null for operations without one. */
  readonly body: Body;
  /** The validated query, except `key`. */
  readonly query: Query;
}

/**
 * An operation of the service, by its name. `messages.sendOne` and `messages.sendMany` call `messages.send`, and
 * `batches.waitForReceipts` calls `batches.receipts`.
 */
export type MockOperation = keyof MockOperations;

/**
 * A call of an operation, as the service would read it: the body is validated, and defaults are merged into the messages.
 *
 * @typeParam Name - The operation.
 */
export interface MockCallOf<Name extends MockOperation> {
  /** The operation. */
  readonly operation: Name;
  /** The query, except `key`. */
  readonly query: MockOperations[Name]['query'];
  /** The body; null for operations without one. */
  readonly body: MockOperations[Name]['body'];
  /** The path that it would have been sent to, such as `/batch/0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f`. */
  readonly path: string;
}

/** A call of any operation; `operation` is its name. */
export type MockCall = { [Name in MockOperation]: MockCallOf<Name> }[MockOperation];

/** The response or the failure of an operation. */
type MockResult<Name extends MockOperation> = MockOperations[Name]['answer'] | MockFailure;

/**
 * The reply of a mock client to the calls of an operation: a response, a failure, or a function that returns either.
 *
 * @typeParam Name - The operation.
 */
export type MockReply<Name extends MockOperation> =
  | MockResult<Name>
  | ((call: MockCallOf<Name>) => MockResult<Name> | Promise<MockResult<Name>>);

/**
 * Options of a reply.
 *
 * @example
 * ```ts
 * import { createMockMessagingClient } from '@messaging-service/sdk/testing';
 *
 * const client = createMockMessagingClient();
 * client.on('batches.listPending', { batches: [] }, { times: 1 });
 * await client.batches.listPending();
 * ```
 */
export interface ReplyOptions {
  /** The number of calls that get this reply. After them, the previous reply applies again. Default: all calls. */
  readonly times?: number | undefined;
}

/** The controls of a mock client for tests. */
export interface MockScript {
  /** Every call that would have been sent, in order. Calls that the client itself refuses are not included. */
  readonly calls: readonly MockCall[];
  /**
   * Sets the reply to later calls of an operation. The latest reply takes precedence.
   *
   * @param operation - The operation.
   * @param reply - A response, a failure (see `refuse` and `lose`), or a function of the call that returns either.
   * @param options - The number of calls. Default: all.
   *
   * @example
   * ```ts
   * import { createMockMessagingClient, refuse } from '@messaging-service/sdk/testing';
   *
   * const client = createMockMessagingClient();
   * client.on('messages.send', refuse('insufficient_credits'), { times: 1 });
   * await client.messages
   *   .sendOne({ to: '447700900123', from: { type: 'shared' }, body: 'Hello' })
   *   .catch((error: unknown) => console.log(error));
   * ```
   */
  readonly on: <Name extends MockOperation>(
    operation: Name,
    reply: MockReply<Name>,
    options?: ReplyOptions,
  ) => void;
  /**
   * Removes all recorded calls and replies.
   *
   * @example
   * ```ts
   * import { createMockMessagingClient } from '@messaging-service/sdk/testing';
   *
   * const client = createMockMessagingClient();
   * client.reset();
   * console.log(client.calls.length); // 0
   * ```
   */
  readonly reset: () => void;
}
