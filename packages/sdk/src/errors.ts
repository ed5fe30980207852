// The exported errors. The build puts them into a file of their own, so that bundlers can leave out the rest of the client
// for programs that only distinguish errors.
export { AbortError } from './errors/abort-error.ts';
export {
  ApiError,
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
export { type ErrorTypes, isMessagingError } from './errors/is-messaging-error.ts';
export { MessagingError, ResponseError } from './errors/messaging-error.ts';
export { ReceiptsTimeoutError } from './errors/receipts-timeout-error.ts';
export { RequestValidationError } from './errors/request-validation-error.ts';
export { SendManyStoppedError } from './errors/send-many-stopped-error.ts';
export { TimeoutError } from './errors/timeout-error.ts';
export { UnexpectedResponseError } from './errors/unexpected-response-error.ts';
