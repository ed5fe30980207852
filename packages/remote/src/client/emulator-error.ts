/** A problem with one member of a request. */
export interface EmulatorIssue {
  /** The member, such as `carrier.after`. */
  readonly path: string;
  /** What is wrong with it. */
  readonly message: string;
}

/** Details of an {@link EmulatorError}. */
interface EmulatorErrorDetails {
  readonly status?: number | undefined;
  readonly code: string;
  readonly issues?: readonly EmulatorIssue[] | undefined;
  readonly cause?: unknown;
}

/**
 * The emulator refused a call, or did not respond. See `code` for the reason.
 *
 * @example
 * ```ts
 * import { connectEmulator, EmulatorError } from '@messaging-service/emulator/client';
 *
 * try {
 *   await connectEmulator({ url: 'http://127.0.0.1:9' });
 * } catch (error) {
 *   if (!(error instanceof EmulatorError)) throw error;
 *   console.log(error.code); // unreachable
 * }
 * ```
 */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError';
  /** Status of the response; undefined when there was none. */
  readonly status: number | undefined;
  /**
   * The reason: an error code of the service such as `invalid_request`, or `unreachable`, `not_an_emulator`, `closed`.
   */
  readonly code: string;
  /** The members of the request that are not valid. */
  readonly issues: readonly EmulatorIssue[];

  /** @internal */
  constructor(message: string, { status, code, issues = [], cause }: EmulatorErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}
