/**
 * The typed client of the messaging service: sending, receipts, and the organization's accounts.
 *
 * @packageDocumentation
 */
export {
  type Account,
  type AccountsResponse,
  type AddMessageResponse,
  type AssignedSender,
  type BatchResponse,
  type CancelBatchResponse,
  type Channel,
  type CreateAccountRequest,
  type CreateAccountResponse,
  type CustomSender,
  countUnits as previewUnits,
  type DeactivateAccountResponse,
  type EditAccountRequest,
  type EditAccountResponse,
  type EditMoConfig,
  type EditPackagedCredits,
  type EditPaidCredits,
  type Encoding,
  type ErrorCode,
  type Issue,
  type MoConfig,
  type OpenEnum,
  type PackagedCredits,
  type PaidCredits,
  type PendingBatch,
  type PendingBatchesResponse,
  type QueuedMessage,
  type ReceiptCode,
  type ReceiptCounts,
  type ReceiptDetail,
  type ReceiptInfo,
  type ReceiptSummary,
  type Sender,
  type SharedSender,
  type TopUpRequest,
  type TopUpResponse,
  type UnitCount,
} from '@messaging-service/contract';
export type { Accounts } from './accounts.ts';
export type { BatchRequest } from './batch-request.ts';
export type { Batches, DetailedReceiptSummary, ReceiptsOptions, SendBatchOptions } from './batches.ts';
export {
  type AccountClient,
  type CommonClient,
  createMessagingClient,
  type MessagingClient,
  type OrganizationClient,
} from './client.ts';
export { AbortError } from './errors/abort-error.ts';
export type { AnsweredCallDetails, RawAnswer } from './errors/answer-details.ts';
export { ApiError, type ApiErrorDetails } from './errors/api-error.ts';
export {
  ConflictError,
  InsufficientCreditsError,
  InvalidKeyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  SenderNotOwnedError,
  ServerError,
} from './errors/api-errors.ts';
export { ConfigurationError } from './errors/configuration-error.ts';
export { ConnectionError } from './errors/connection-error.ts';
export { type CallDetails, MessagingError } from './errors/messaging-error.ts';
export { RequestValidationError } from './errors/request-validation-error.ts';
export { TimeoutError } from './errors/timeout-error.ts';
export { UnexpectedResponseError } from './errors/unexpected-response-error.ts';
export type {
  MessageDefaults,
  MessageOver,
  OutboundMessage,
  SendMessagesRequest,
} from './message-request.ts';
export type { Messages, SendMessagesOptions } from './messages.ts';
export type {
  AccountClientOptions,
  CallOptions,
  ClientOptions,
  Fetch,
  FullClientOptions,
  OrganizationClientOptions,
} from './options.ts';
