import type { Issue } from '@messaging-service/contract';
import { CODES, type WebhookErrorCode } from './codes.ts';

/** Optional properties of an error. */
interface ErrorDetails {
  /** The fields that are wrong. */
  readonly issues?: readonly Issue[];
  /** The error that caused this one. */
  readonly cause?: unknown;
  /** What to do about it, if the caller knows more than the code. */
  readonly fix?: string;
}

/**
 * The only class of error that this package throws. Neither the message nor any property contains a secret or a part of
 * the body, so you can log it. The message says what happened and what to do about it.
 *
 * @see SIG-3.
 *
 * @example
 * ```ts
 * import { verify, WebhookVerificationError } from '@messaging-service/webhooks';
 *
 * try {
 *   await verify(request, { secrets: 'the secret of another account' });
 * } catch (error) {
 *   if (!(error instanceof WebhookVerificationError)) throw error;
 *   console.warn(error.code, error.message);
 * }
 * ```
 */
export class WebhookVerificationError extends Error {
  /** `WebhookVerificationError`, also if the class comes from another copy of the package. */
  override readonly name = 'WebhookVerificationError';
  /** The stable code of the error. */
  readonly code: WebhookErrorCode;
  /** Each field that is wrong, for `invalid_payload`; empty for other codes. Values are not shown. */
  readonly issues: readonly Issue[];

  /**
   * Creates an error. Its message is the code, what happened, and what to do about it.
   *
   * @param code - The code.
   * @param problem - What happened, as a sentence: names and figures, never a secret or a part of the body. Default: the
   * text of the code.
   * @param details - The issues, the cause and the fix, if there are any.
   */
  constructor(code: WebhookErrorCode, problem?: string, details: ErrorDetails = {}) {
    const text = CODES[code];
    super(`${code}: ${problem ?? text.problem} ${details.fix ?? text.fix}`, details);
    this.code = code;
    this.issues = details.issues ?? [];
  }
}

/**
 * Throws a `WebhookVerificationError`, also where an expression is expected.
 *
 * @param code - The code.
 * @param problem - What happened, as a sentence: names and figures, never a secret or a part of the body.
 * @param details - The issues, the cause and the fix, if there are any.
 */
export function fail(code: WebhookErrorCode, problem?: string, details?: ErrorDetails): never {
  throw new WebhookVerificationError(code, problem, details);
}
