import type { ErrorCode, Issue, OpenEnum } from '@messaging-service/contract';
import { hasKind } from './kinds.ts';
import { ResponseError, type ResponseErrorDetails } from './response-error.ts';

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
