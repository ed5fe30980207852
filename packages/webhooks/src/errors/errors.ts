import { type Issue, shown } from '@messaging-service/contract';
import { CODES, type CodeText, type WebhookErrorCode } from './codes.ts';

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
 * The only class of error that this package throws. Neither the message nor any property contains a secret or a part of the
 * body, so you can log it. The message says what happened and how to fix it.
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
  /** Each field that is wrong, for `invalid_payload`, without values; each option, for `invalid_options`; empty for other codes. */
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
    const text: CodeText = CODES[code];
    super([`${code}:`, problem ?? text.problem, details.fix ?? text.fix].filter(Boolean).join(' '), details);
    this.code = code;
    this.issues = details.issues ?? [];
  }
}

/**
 * Returns what to do about an error of this package: the last part of its message.
 *
 * @param error - The error, or anything else with its `code`.
 *
 * @example
 * ```ts
 * import { hintOf, WebhookVerificationError } from '@messaging-service/webhooks';
 *
 * console.log(hintOf(new WebhookVerificationError('timestamp_too_old')));
 * // Check the clock of this machine. In a test with an emulator, whose clock is virtual, pass that clock: …
 * ```
 */
export function hintOf({ code }: { readonly code: WebhookErrorCode }): string {
  return CODES[code].fix;
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

/**
 * Throws the error of an option. The message shows the value, so do not use this for an option that contains a secret.
 *
 * @param option - The name of the option.
 * @param expected - The values that it accepts, in words that can follow "must be".
 * @param value - The value that was passed.
 * @throws {WebhookVerificationError} `invalid_options`.
 */
export function invalid(option: string, expected: string, value: unknown): never {
  fail('invalid_options', `${option} must be ${expected}; got ${shown(value)}.`);
}
