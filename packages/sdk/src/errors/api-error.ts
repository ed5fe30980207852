import type { ErrorCode, Issue, OpenEnum } from '@messaging-service/contract';
import { type AnsweredCallDetails, findRequestId, type RawAnswer } from './answer-details.ts';
import { hasKind } from './kinds.ts';
import { MessagingError } from './messaging-error.ts';

/** What an {@link ApiError} is made from. */
export interface ApiErrorDetails extends AnsweredCallDetails {
  /** The error code, when the body has one. */
  readonly code?: string | undefined;
  /** Each field that the service finds wrong. */
  readonly issues?: readonly Issue[] | undefined;
}

/**
 * The service refused the request or failed at it: an answer with a status of 400 or more. Its subclasses tell the
 * cases apart; one that fits none of them is this class itself.
 *
 * A refused request did nothing, so `maybeSent` is false; a failed one (5xx but 503, and 408) may have.
 */
export class ApiError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'ApiError';

  /** HTTP status of the answer. */
  readonly status: number;
  /** The service's code; a newer service may send one that is not listed. Undefined when the body has none. */
  readonly code: OpenEnum<ErrorCode> | undefined;
  /** Each field that the service finds wrong, for `invalid_request`. */
  readonly issues: readonly Issue[];
  /** What the service calls the request, where a header of the answer says it: for its support. */
  readonly requestId: string | undefined;
  readonly #answer: RawAnswer;

  /** @internal */
  constructor(message: string, details: ApiErrorDetails) {
    super(message, details);
    this.status = details.answer.status;
    this.code = details.code;
    this.issues = details.issues ?? [];
    this.requestId = findRequestId(details.answer.headers);
    this.#answer = details.answer;
  }

  /** Header fields of the answer by their names in lower case. Not shown when the error is logged. */
  get headers(): Readonly<Record<string, string>> {
    return this.#answer.headers;
  }

  /** The body as it came, be it a page of some proxy. Not shown when the error is logged. */
  get body(): string {
    return this.#answer.body;
  }
}

/** Whether a value is an {@link ApiError}, of whichever copy of this package. */
export function isApiError(value: unknown): value is ApiError {
  return hasKind(value, 'ApiError');
}
