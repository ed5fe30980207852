// The exported errors. The build puts them into a file of their own, so that bundlers can leave out the rest of the client
// for programs that only distinguish errors.
export { AbortError, isAbortError } from './errors/abort-error.ts';
export {
  ApiError,
  type ApiErrorDetails,
  ConflictError,
  InsufficientCreditsError,
  InvalidKeyError,
  InvalidRequestError,
  isApiError,
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
export {
  type CallDetails,
  isMessagingError,
  isResponseError,
  MessagingError,
  type RawResponse,
  ResponseError,
  type ResponseErrorDetails,
} from './errors/messaging-error.ts';
export { isReceiptsTimeoutError, ReceiptsTimeoutError } from './errors/receipts-timeout-error.ts';
export { isRequestValidationError, RequestValidationError } from './errors/request-validation-error.ts';
export { isSendManyStoppedError, SendManyStoppedError } from './errors/send-many-stopped-error.ts';
export { isTimeoutError, type TimeLimit, TimeoutError } from './errors/timeout-error.ts';
export { isUnexpectedResponseError, UnexpectedResponseError } from './errors/unexpected-response-error.ts';
