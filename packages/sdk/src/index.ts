/**
 * The typed client of the messaging service: sending, receipts, and the organization's accounts.
 *
 * @packageDocumentation
 */
export type {
  Account,
  AccountsResponse,
  AddMessageResponse,
  AssignedSender,
  BatchResponse,
  CancelBatchResponse,
  Channel,
  CreateAccountRequest,
  CreateAccountResponse,
  CustomSender,
  DeactivateAccountResponse,
  EditAccountRequest,
  EditAccountResponse,
  EditMoConfig,
  EditPackagedCredits,
  EditPaidCredits,
  Encoding,
  ErrorCode,
  Issue,
  MoConfig,
  OpenEnum,
  PackagedCredits,
  PaidCredits,
  PendingBatch,
  PendingBatchesResponse,
  QueuedMessage,
  ReceiptCode,
  ReceiptCounts,
  ReceiptDetail,
  ReceiptInfo,
  ReceiptSummary,
  Sender,
  SharedSender,
  TopUpRequest,
  TopUpResponse,
  UnitCount,
} from '@messaging-service/contract';
export type { Accounts } from './accounts.ts';
export type { BatchRequest } from './batch-request.ts';
export type { Batches, DetailedReceiptSummary, ReceiptsOptions, SendBatchOptions } from './batches.ts';
export type { CallPromise, CallResult, CallTiming } from './call-promise.ts';
export {
  type AccountClient,
  type CommonClient,
  createMessagingClient,
  type MessagingClient,
  type OrganizationClient,
} from './client.ts';
export { AbortError, isAbortError } from './errors/abort-error.ts';
export type { AnsweredCallDetails, RawAnswer } from './errors/answer-details.ts';
export { ApiError, type ApiErrorDetails, isApiError } from './errors/api-error.ts';
export {
  ConflictError,
  InsufficientCreditsError,
  InvalidKeyError,
  InvalidRequestError,
  isConflictError,
  isInsufficientCreditsError,
  isInvalidKeyError,
  isInvalidRequestError,
  isNotFoundError,
  isRateLimitError,
  isSenderNotOwnedError,
  isServerError,
  NotFoundError,
  RateLimitError,
  SenderNotOwnedError,
  ServerError,
} from './errors/api-errors.ts';
export { ConfigurationError, isConfigurationError } from './errors/configuration-error.ts';
export { ConnectionError, isConnectionError } from './errors/connection-error.ts';
export { type CallDetails, isMessagingError, MessagingError } from './errors/messaging-error.ts';
export { isReceiptsTimeoutError, ReceiptsTimeoutError } from './errors/receipts-timeout-error.ts';
export { isRequestValidationError, RequestValidationError } from './errors/request-validation-error.ts';
export { isTimeoutError, type TimeLimit, TimeoutError } from './errors/timeout-error.ts';
export { isUnexpectedResponseError, UnexpectedResponseError } from './errors/unexpected-response-error.ts';
export type { FailureEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from './hooks.ts';
export type { Logger } from './logging.ts';
export type {
  MessageFailed,
  MessageOutcome,
  MessageOutcomeBase,
  MessageQueued,
  MessageSource,
  SendManyOptions,
  SendManyProgress,
} from './many/send-many-request.ts';
export type {
  MessageDefaults,
  MessageOver,
  OutboundMessage,
  SendMessagesOptions,
  SendMessagesRequest,
} from './message-request.ts';
export type { Messages } from './messages.ts';
export type {
  AccountClientOptions,
  CallOptions,
  ClientOptions,
  Fetch,
  FullClientOptions,
  OrganizationClientOptions,
  RetryOptions,
} from './options.ts';
export { previewUnits } from './preview-units.ts';
export type { Telemetry, TelemetrySpan, TelemetryTracer } from './telemetry.ts';
export type { WaitForReceiptsOptions } from './wait-for-receipts.ts';
