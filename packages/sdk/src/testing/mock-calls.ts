import type { AnswerOf, CallOf, OperationName } from '@messaging-service/contract';
import type { MockFailure } from './mock-failures.ts';

/**
 * An operation of the service, by its name. `messages.sendOne` and `messages.sendMany` call `messages.send`, and
 * `batches.waitForReceipts` calls `batches.receipts`.
 */
export type MockOperation = Exclude<OperationName, 'accounts.topUpOnAccountPath'>;

/**
 * A call of an operation, as the service would have understood it: its body checked, and defaults merged into messages.
 *
 * @typeParam Name - The operation.
 */
export interface MockCallOf<Name extends MockOperation> extends CallOf<Name> {
  /** The operation. */
  readonly operation: Name;
  /** The path it would have been sent to, such as `/batch/0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f`. */
  readonly path: string;
}

/** A call of any operation: `operation` tells which. */
export type MockCall = { [Name in MockOperation]: MockCallOf<Name> }[MockOperation];

/** What an operation answers, or how it fails. */
type MockResult<Name extends MockOperation> = AnswerOf<Name> | MockFailure;

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
