import {
  ApiError,
  ConflictError,
  InvalidRequestError,
  SenderNotOwnedError,
} from '../../errors/api-errors.ts';
import type { MessagingError } from '../../errors/messaging-error.ts';
import { RequestValidationError } from '../../errors/request-validation-error.ts';
import type { FailedStatus } from './send-many-request.ts';

/** Refusals of a message that a repetition does not change. */
const ABOUT_MESSAGE = [InvalidRequestError, SenderNotOwnedError, ConflictError];
/** The address is wrong, not the message. */
const METHOD_NOT_ALLOWED = 405;

/** Determines what the error of a message means for it. */
export function statusOf(error: MessagingError): FailedStatus {
  if (error.maybeSent) return 'unknown';
  if (error instanceof RequestValidationError) return 'refused';
  if (!(error instanceof ApiError) || error.status === METHOD_NOT_ALLOWED) return 'not-sent';
  return ABOUT_MESSAGE.some((refusal) => error instanceof refusal) ? 'refused' : 'not-sent';
}
