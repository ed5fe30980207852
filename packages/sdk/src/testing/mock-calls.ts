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
 * What each operation takes and answers. Written out, since types made of the endpoint table would ask those who
 * install this package for the library that the table is written with; a test compares the two.
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

/** What goes to and fro in a call. */
interface Exchanged<Answer, Body = null, Query = NoQuery> {
  /** What the operation answers with status 200. */
  readonly answer: Answer;
  /** The body, once validated; null where none is read. */
  readonly body: Body;
  /** The query, once validated, `key` apart. */
  readonly query: Query;
}

/**
 * An operation of the service, by its name. `messages.sendOne` and `messages.sendMany` call `messages.send`, and
 * `batches.waitForReceipts` calls `batches.receipts`.
 */
export type MockOperation = keyof MockOperations;

/**
 * A call of an operation, as the service would have understood it: its body checked, and defaults merged into messages.
 *
 * @typeParam Name - The operation.
 */
export interface MockCallOf<Name extends MockOperation> {
  /** The operation. */
  readonly operation: Name;
  /** The query, `key` apart. */
  readonly query: MockOperations[Name]['query'];
  /** The body; null where none is read. */
  readonly body: MockOperations[Name]['body'];
  /** The path it would have been sent to, such as `/batch/0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f`. */
  readonly path: string;
}

/** A call of any operation: `operation` tells which. */
export type MockCall = { [Name in MockOperation]: MockCallOf<Name> }[MockOperation];

/** What an operation answers, or how it fails. */
type MockResult<Name extends MockOperation> = MockOperations[Name]['answer'] | MockFailure;

/**
 * What a mock client does with the calls of an operation: an answer, a failure, or a function that gives either.
 *
 * @typeParam Name - The operation.
 */
export type MockReply<Name extends MockOperation> =
  | MockResult<Name>
  | ((call: MockCallOf<Name>) => MockResult<Name> | Promise<MockResult<Name>>);

/** For which calls a reply counts. */
export interface ReplyOptions {
  /** For how many calls; after them, what counted before counts again. Default: all. */
  readonly times?: number | undefined;
}

/** What a test can ask a mock client, and tell it. */
export interface MockScript {
  /** Every call that would have been sent, in order. What fails the client's own checks is not among them. */
  readonly calls: readonly MockCall[];
  /**
   * Says what the calls of an operation answer from now on. The reply that was given last counts first.
   *
   * @param operation - The operation.
   * @param reply - An answer, a failure (see `refuse` and `lose`), or a function of the call that gives either.
   * @param options - For which calls.
   */
  readonly on: <Name extends MockOperation>(
    operation: Name,
    reply: MockReply<Name>,
    options?: ReplyOptions,
  ) => void;
  /** Forgets all calls and replies. */
  readonly reset: () => void;
}
