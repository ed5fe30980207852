import type { Issue } from '@messaging-service/contract';
import type { WebhookErrorCode } from './codes.ts';

/** Optional properties of an error. */
interface ErrorDetails {
  /** The fields that are wrong. */
  readonly issues?: readonly Issue[];
  /** The error that caused this one. */
  readonly cause?: unknown;
}

/**
 * The only class of error that this package throws. Neither the message nor any property contains a secret or a part of
 * the body, so you can log it. `hintOf` returns what to do about it.
 *
 * @see SIG-3.
 *
 * @example
 * ```ts
 * import { hintOf, verify, WebhookVerificationError } from '@messaging-service/webhooks';
 *
 * try {
 *   await verify(request, { secrets: 'the secret of another account' });
 * } catch (error) {
 *   if (!(error instanceof WebhookVerificationError)) throw error;
 *   console.warn(error.message, hintOf(error));
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
   * Creates an error. Its message is the code, followed by the detail.
   *
   * @param code - The code.
   * @param detail - What is wrong: names and figures, never a secret or a part of the body.
   * @param details - The issues and the cause, if there are any.
   */
  constructor(code: WebhookErrorCode, detail = '', details: ErrorDetails = {}) {
    super(code + (detail && `: ${detail}`), details);
    this.code = code;
    this.issues = details.issues ?? [];
  }
}

/**
 * Throws a `WebhookVerificationError`, also where an expression is expected.
 *
 * @param code - The code.
 * @param detail - What is wrong: names and figures, never a secret or a part of the body.
 * @param details - The issues and the cause, if there are any.
 */
export function fail(code: WebhookErrorCode, detail?: string, details?: ErrorDetails): never {
  throw new WebhookVerificationError(code, detail, details);
}
