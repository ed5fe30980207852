import type { ErrorCode, Issue } from '@messaging-service/contract';

/**
 * The reasons for refusing a call of the control API that the service's own codes do not cover, with their HTTP
 * statuses.
 */
export const CONTROL_ERRORS = {
  /** A web page of another origin, a host that is not this machine, or a webhook of an emulator calls a server. */
  forbidden: 403,
  /** Nothing matched in time. */
  wait_timeout: 408,
  /** An advance was stopped, or has reached one of its limits. */
  advance_stopped: 409,
  /** It contradicts the state: a sender ID of another account, or a message that is already resolved. */
  conflict: 409,
  /** The server is shutting down, or its health is bad because it cannot keep changes. */
  unavailable: 503,
} as const;

/** Every code that a response can have. */
export type RejectionCode = ErrorCode | keyof typeof CONTROL_ERRORS;

/**
 * The error that a use case throws to refuse a request. It is thrown before any fact is recorded, so that a request is all or nothing. The API
 * turns it into the error response.
 */
export class Rejection extends Error {
  override readonly name = 'Rejection';
  /** The error code of the response. */
  readonly code: RejectionCode;
  /** Each field that is wrong, for `invalid_request`. */
  readonly issues: readonly Issue[] | undefined;
  /** The methods that the path takes, for `method_not_allowed`. */
  readonly allowed: readonly string[] | undefined;

  constructor(code: RejectionCode, message: string, issues?: readonly Issue[], allowed?: readonly string[]) {
    super(message);
    this.code = code;
    this.issues = issues;
    this.allowed = allowed;
  }
}
