import type { Issue } from '@messaging-service/contract';
import type { WebhookErrorCode } from './codes.ts';

/** A hint for each code. */
export type Hints = Readonly<Record<WebhookErrorCode, string>>;

let hints: Partial<Hints> = {};

/**
 * Gives errors their hints from now on.
 *
 * @param known - All of them.
 */
export function teach(known: Hints): Hints {
  hints = known;
  return known;
}

/** What some errors carry along. */
interface Enclosures {
  /** The fields that are wrong. */
  readonly issues?: readonly Issue[];
  /** The error behind this one. */
  readonly cause?: unknown;
}

/**
 * Everything this package throws. Neither the message nor any property holds a secret or a part of the body, so it
 * can be logged as it is.
 *
 * @see SIG-3.
 *
 * @example
 * ```ts
 * import { verify, WebhookVerificationError } from '@messaging-service/webhooks';
 *
 * try {
 *   await verify(request, { secrets });
 * } catch (error) {
 *   if (!(error instanceof WebhookVerificationError)) throw error;
 *   console.warn(error.code, error.hint);
 * }
 * ```
 */
export class WebhookVerificationError extends Error {
  /** `WebhookVerificationError`, also where the class comes from another copy of the package. */
  override readonly name = 'WebhookVerificationError';
  /** What went wrong, for programs. */
  readonly code: WebhookErrorCode;
  /** What to do about it, for people; the message ends with it. Empty in bundles that leave `HINTS` out. */
  readonly hint: string;
  /** Each field that is wrong, for `invalid_payload`; empty for other codes. Values are not shown. */
  readonly issues: readonly Issue[];

  /**
   * Made by this package; the hint comes with the code.
   *
   * @param code - What went wrong.
   * @param detail - Stands in the message after the code: a name or a figure, no secret and nothing of the body.
   * @param enclosures - What the error carries along.
   */
  constructor(code: WebhookErrorCode, detail = '', enclosures: Enclosures = {}) {
    const { [code]: hint = '' } = hints;
    super(code + (detail && ` (${detail})`) + (hint && `: ${hint}`), enclosures);
    this.code = code;
    this.hint = hint;
    this.issues = enclosures.issues ?? [];
  }
}

/**
 * Throws, also where an expression is expected.
 *
 * @param code - What is wrong.
 * @param detail - A name or a figure, no secret and nothing of the body.
 * @param enclosures - What the error carries along.
 */
export function fail(code: WebhookErrorCode, detail?: string, enclosures?: Enclosures): never {
  throw new WebhookVerificationError(code, detail, enclosures);
}
