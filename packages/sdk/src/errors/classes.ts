// The classes of errors.
export { AbortError } from './abort-error.ts';
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
} from './api-errors.ts';
export { ConfigurationError } from './configuration-error.ts';
export { ConnectionError } from './connection-error.ts';
export { MessagingError, ResponseError } from './messaging-error.ts';
export { ReceiptsTimeoutError } from './receipts-timeout-error.ts';
export { RequestValidationError } from './request-validation-error.ts';
export { SendManyStoppedError } from './send-many-stopped-error.ts';
export { TimeoutError } from './timeout-error.ts';
export { UnexpectedResponseError } from './unexpected-response-error.ts';
