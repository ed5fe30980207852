import type { ErrorCode, Issue, OpenEnum } from '@messaging-service/contract';
import { hasKind, ResponseError, type ResponseErrorDetails } from './messaging-error.ts';

/** Everything that an {@link ApiError} is made from. */
export interface ApiErrorDetails extends ResponseErrorDetails {
  /** The error code, when the body has one. */
  readonly code?: string | undefined;
  /** Each field that the service reports as wrong. */
  readonly issues?: readonly Issue[] | undefined;
  /** Whether the body has the shape of the specification's error, so that code, message and issues hold all of it. */
  readonly isComplete?: boolean | undefined;
}

/** Longest part of a foreign body in `toJSON`: enough for a problem document, and short enough for a log. */
const MAX_BODY = 2000;

/**
 * The service refused the request or failed to process it: a response with a status of 400 or more. Its subclasses
 * distinguish the cases; an error that fits none of them is of this class itself.
 *
 * A refused request had no effect, so `maybeSent` is false. A request that failed (408 and 5xx except 503) may have had
 * one.
 */
export class ApiError extends ResponseError {
  /** @internal */
  static override readonly kind: string = 'ApiError';

  /** The service's code; a newer service may send one that is not listed. Undefined when the body has none. */
  readonly code: OpenEnum<ErrorCode> | undefined;
  /** Each field that the service reports as wrong, for `invalid_request`. */
  readonly issues: readonly Issue[];
  readonly #isComplete: boolean;

  /** @internal */
  constructor(message: string, details: ApiErrorDetails) {
    super(message, details);
    this.code = details.code;
    this.issues = details.issues ?? [];
    this.#isComplete = details.isComplete ?? false;
  }

  /** The error as JSON: name, message and public members; also the start of a body that is not the specification's. */
  override toJSON(): Record<string, unknown> {
    return this.#isComplete || this.body === ''
      ? super.toJSON()
      : { ...super.toJSON(), body: this.body.slice(0, MAX_BODY) };
  }
}

/** Whether a value is an {@link ApiError}, of whichever copy of this package. */
export function isApiError(value: unknown): value is ApiError {
  return hasKind(value, 'ApiError');
}

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

/**
 * Statuses that are not listed have no class of their own. For 403, only the code distinguishes a sender ID that is not owned
 * from a firewall that refused the request. 407 is from a proxy, and 425 asks for a repetition.
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

/** Whether the specification has an error code. Each of them stands for a refusal that a repetition does not change. */
export function isKnownCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(BY_CODE, code);
}
