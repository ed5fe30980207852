import { ERRORS, type ErrorCode } from '@messaging-service/contract';
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

/** Codes whose class their status does not determine. */
const BY_CODE: Readonly<Partial<Record<ErrorCode, typeof ApiError>>> = {
  invalid_key: InvalidKeyError,
  sender_not_owned: SenderNotOwnedError,
};

/**
 * Statuses that are not listed have no class of their own. For 403, only the code distinguishes a sender ID that is not owned
 * from a firewall that refused the request. 407 has none either: a transport that uses a proxy reports the one of its proxy as a
 * failure. 425 requests a repetition.
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
  if (isKnownCode(code)) return BY_CODE[code] ?? classOf(ERRORS[code].status);
  return classOf(status);
}

function classOf(status: number): typeof ApiError {
  return BY_STATUS[status] ?? (status >= 500 ? ServerError : ApiError);
}

/** Returns whether the contract has an error code. Each of them says that the request had no effect. */
export function isKnownCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(ERRORS, code);
}
