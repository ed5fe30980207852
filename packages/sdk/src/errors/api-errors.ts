import { ApiError } from './api-error.ts';
import { hasKind } from './kinds.ts';

/** The request is wrong, and sending it again fails in the same way: 400, 405, 413, 415, 422. See `issues`. */
export class InvalidRequestError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'InvalidRequestError';
}

/** Whether a value is an {@link InvalidRequestError}, of whichever copy of this package. */
export function isInvalidRequestError(value: unknown): value is InvalidRequestError {
  return hasKind(value, 'InvalidRequestError');
}

/** The key is unknown, of the wrong kind, or its account was deactivated: 400 `invalid_key`, or 401. */
export class InvalidKeyError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'InvalidKeyError';
}

/** Whether a value is an {@link InvalidKeyError}, of whichever copy of this package. */
export function isInvalidKeyError(value: unknown): value is InvalidKeyError {
  return hasKind(value, 'InvalidKeyError');
}

/** The account (the organization for a top-up) has too few credits: 402. Nothing was queued. */
export class InsufficientCreditsError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'InsufficientCreditsError';
}

/** Whether a value is an {@link InsufficientCreditsError}, of whichever copy of this package. */
export function isInsufficientCreditsError(value: unknown): value is InsufficientCreditsError {
  return hasKind(value, 'InsufficientCreditsError');
}

/** The account does not own the custom sender ID: `sender_not_owned`. */
export class SenderNotOwnedError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'SenderNotOwnedError';
}

/** Whether a value is a {@link SenderNotOwnedError}, of whichever copy of this package. */
export function isSenderNotOwnedError(value: unknown): value is SenderNotOwnedError {
  return hasKind(value, 'SenderNotOwnedError');
}

/** There is no such batch or account, or it was deleted: 404, 410. */
export class NotFoundError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'NotFoundError';
}

/** Whether a value is a {@link NotFoundError}, of whichever copy of this package. */
export function isNotFoundError(value: unknown): value is NotFoundError {
  return hasKind(value, 'NotFoundError');
}

/**
 * The state of things forbids it: 409. The batch has been sent, the identifier was used before, or no shared sender ID
 * is left for the number. After an error with `maybeSent`, `duplicate_id` is the proof that the request was carried out.
 */
export class ConflictError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'ConflictError';
}

/** Whether a value is a {@link ConflictError}, of whichever copy of this package. */
export function isConflictError(value: unknown): value is ConflictError {
  return hasKind(value, 'ConflictError');
}

/** Too many requests: 429, even after waiting as often as `retry` allows. The header `retry-after` says when to come back. */
export class RateLimitError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'RateLimitError';
}

/** Whether a value is a {@link RateLimitError}, of whichever copy of this package. */
export function isRateLimitError(value: unknown): value is RateLimitError {
  return hasKind(value, 'RateLimitError');
}

/** The service, or something in front of it, failed: 5xx. Unless it was 503, the request may have been carried out. */
export class ServerError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'ServerError';
}

/** Whether a value is a {@link ServerError}, of whichever copy of this package. */
export function isServerError(value: unknown): value is ServerError {
  return hasKind(value, 'ServerError');
}
