import type { ErrorCode } from '@messaging-service/contract';
import { ApiError } from './api-error.ts';
import {
  ConflictError,
  InsufficientCreditsError,
  InvalidKeyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  SenderNotOwnedError,
  ServerError,
} from './api-errors.ts';

const BY_CODE: Readonly<Record<ErrorCode, typeof ApiError>> = {
  invalid_json: InvalidRequestError,
  invalid_request: InvalidRequestError,
  invalid_key: InvalidKeyError,
  multipart_not_allowed: InvalidRequestError,
  insufficient_credits: InsufficientCreditsError,
  sender_not_owned: SenderNotOwnedError,
  batch_not_found: NotFoundError,
  account_not_found: NotFoundError,
  not_found: NotFoundError,
  method_not_allowed: InvalidRequestError,
  batch_not_pending: ConflictError,
  duplicate_id: ConflictError,
  shared_sender_unavailable: ConflictError,
  payload_too_large: InvalidRequestError,
};

/** 403 is not among them: only its code tells an unowned sender ID from a firewall that turned the request away. */
const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: InvalidKeyError,
  402: InsufficientCreditsError,
  404: NotFoundError,
  405: InvalidRequestError,
  409: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
};

/**
 * The class of an error answer: by its code where that is known, since a service may give a case another status,
 * and else by its status.
 */
export function apiErrorClass(status: number, code: string | undefined): typeof ApiError {
  if (code !== undefined && Object.hasOwn(BY_CODE, code)) return BY_CODE[code as ErrorCode];
  return BY_STATUS[status] ?? (status >= 500 ? ServerError : ApiError);
}
