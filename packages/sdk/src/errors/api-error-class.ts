import type { ErrorCode } from '@messaging-service/contract';
import {
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
  service_unavailable: ServerError,
};

/**
 * Statuses that are not listed have no class of their own. For 403, only the code distinguishes a sender ID that is not owned
 * from a firewall that refused the request. 407 is no different: a transport that uses a proxy reports the one of its proxy as
 * a failure. 425 requests a repetition.
 */
const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: InvalidKeyError,
  402: InsufficientCreditsError,
  404: NotFoundError,
  405: InvalidRequestError,
  409: ConflictError,
  410: NotFoundError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
};

/**
 * The class of an error response: by its code if the code is known, because a service may use another status for a case,
 * and otherwise by its status.
 */
export function apiErrorClass(status: number, code: string | undefined): typeof ApiError {
  if (isKnownCode(code)) return BY_CODE[code];
  return BY_STATUS[status] ?? (status >= 500 ? ServerError : ApiError);
}

/** Returns whether the contract has an error code. Each of them says that the request had no effect. */
export function isKnownCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(BY_CODE, code);
}
