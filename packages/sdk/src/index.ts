/**
 * The typed client of the messaging service: sends messages, reads receipts and manages accounts.
 *
 * @packageDocumentation
 */
export type {
  Account,
  AccountsResponse,
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
  ErrorCode,
  Issue,
  MoConfig,
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
  SharedSender,
  TopUpRequest,
  TopUpResponse,
  UnitCount,
} from '@messaging-service/contract';
export type { Accounts } from './accounts.ts';
export type { BatchRequest, OpenBatchRequest } from './batches/batch-request.ts';
export type {
  Batches,
  DetailedReceiptSummary,
  OpenBatches,
  ReceiptsOptions,
  ResentBatch,
  SendBatchOptions,
  SentBatch,
} from './batches/batches.ts';
export type { WaitForReceiptsOptions } from './batches/wait-for-receipts.ts';
export type { CallPromise, CallResult, CallTiming } from './call/call.ts';
export type { TimeInput } from './call/values.ts';
export {
  type AccountClient,
  type CommonClient,
  createMessagingClient,
  type MessagingClient,
  type OrganizationClient,
} from './client.ts';
export type { CustomRequest, RequestMethod, RequestOptions } from './custom-request.ts';
export * from './errors/index.ts';
export { idFrom } from './id-from.ts';
export type * from './messages/many/send-many-request.ts';
export type * from './messages/message-request.ts';
export type { Messages, OpenMessages } from './messages/messages.ts';
export { previewUnits } from './messages/preview-units.ts';
export type {
  AlreadyQueuedMessage,
  ConfirmedMessage,
  SentMessage,
  SentMessages,
} from './messages/sent-message.ts';
export type * from './observe/hooks.ts';
export { type Logger, type MessageFirstLogger, messageFirst } from './observe/logging.ts';
export type { Telemetry } from './observe/telemetry.ts';
export { type Environment, type EnvironmentOptions, optionsFromEnvironment } from './options/environment.ts';
export type {
  AccountClientOptions,
  AppInfo,
  CallOptions,
  ClientChanges,
  ClientOptions,
  FullClientOptions,
  OrganizationClientOptions,
  ResendOptions,
  RetryOptions,
  SafeResend,
  SafeResendRule,
  UnknownValues,
} from './options/options.ts';
export { type ClientStub, stubClient } from './stub-client.ts';
export { type Fetch, type FetchInit, type FetchResponse, fetchTransport } from './transport/fetch.ts';
export {
  type Transport,
  TransportError,
  type TransportRequest,
  type TransportResponse,
} from './transport/transport.ts';
