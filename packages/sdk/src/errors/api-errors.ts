import { ApiError } from './api-error.ts';

/** The request is wrong in itself, and sending it again is of no use: 400, 405, 413, 415, 422. See `issues`. */
export class InvalidRequestError extends ApiError {
  /** @internal */
  static override readonly name: string = 'InvalidRequestError';
}

/** The key is unknown, of the wrong kind, or its account was deactivated: 400 `invalid_key`, or 401. spec.md, Errors. */
export class InvalidKeyError extends ApiError {
  /** @internal */
  static override readonly name: string = 'InvalidKeyError';
}

/** The account, or for a top-up the organization, has too few credits: 402. Nothing was queued. facts.md, 4. */
export class InsufficientCreditsError extends ApiError {
  /** @internal */
  static override readonly name: string = 'InsufficientCreditsError';
}

/** The account does not own the custom sender ID: `sender_not_owned`. spec.md, Add message. */
export class SenderNotOwnedError extends ApiError {
  /** @internal */
  static override readonly name: string = 'SenderNotOwnedError';
}

/** There is no such batch or account, or it was deleted: 404. spec.md, Errors. */
export class NotFoundError extends ApiError {
  /** @internal */
  static override readonly name: string = 'NotFoundError';
}

/**
 * The state of things forbids it: 409. The batch has been sent, the identifier was used before, or no shared sender ID
 * is left for the number. After an error with `maybeSent`, `duplicate_id` is the proof that the request was carried out.
 */
export class ConflictError extends ApiError {
  /** @internal */
  static override readonly name: string = 'ConflictError';
}

/** Too many requests: 429. The header `retry-after`, if any, says when to come back. */
export class RateLimitError extends ApiError {
  /** @internal */
  static override readonly name: string = 'RateLimitError';
}

/** The service, or something in front of it, failed: 5xx. Unless it was 503, the request may have been carried out. */
export class ServerError extends ApiError {
  /** @internal */
  static override readonly name: string = 'ServerError';
}
