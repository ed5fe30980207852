import type { Issue } from '@messaging-service/contract';
import { type AnsweredCallDetails, findRequestId, type RawAnswer } from './answer-details.ts';
import { hasKind } from './kinds.ts';
import { MessagingError } from './messaging-error.ts';

/**
 * The service answered with something that is neither what the specification says nor an error: a redirect, a page
 * where JSON should be, JSON cut short, an object that lacks its fields. For a send `maybeSent` is true: see `ids`.
 */
export class UnexpectedResponseError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'UnexpectedResponseError';

  /** HTTP status of the answer. */
  readonly status: number;
  /** Where the answer departs from the specification; empty when it is not JSON at all. */
  readonly issues: readonly Issue[];
  /** What the service calls the request, where a header of the answer says it: for its support. */
  readonly requestId: string | undefined;
  readonly #answer: RawAnswer;

  /** @internal */
  constructor(message: string, issues: readonly Issue[], details: AnsweredCallDetails) {
    super(message, details);
    this.status = details.answer.status;
    this.issues = issues;
    this.requestId = findRequestId(details.answer.headers);
    this.#answer = details.answer;
  }

  /** Header fields of the answer by their names in lower case. Not shown when the error is logged. */
  get headers(): Readonly<Record<string, string>> {
    return this.#answer.headers;
  }

  /** The body as it came. Not shown when the error is logged: it may hold texts and numbers of persons, or a new key. */
  get body(): string {
    return this.#answer.body;
  }
}

/** Whether a value is an {@link UnexpectedResponseError}, of whichever copy of this package. */
export function isUnexpectedResponseError(value: unknown): value is UnexpectedResponseError {
  return hasKind(value, 'UnexpectedResponseError');
}
