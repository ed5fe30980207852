import * as z from 'zod/mini';
import { lazy } from './lazy.ts';
import type { OpenEnum } from './primitives.ts';
import type { Issue } from './validation.ts';

/** What an error code stands for. */
export interface ErrorKind {
  /** HTTP status of the answer; those the specification does not give can be overridden in the emulator. */
  readonly status: number;
  /** Whether the same request can succeed later without being changed. */
  readonly retryable: boolean;
}

/** Every error code of the service with its status. The codes are the project's own. See ERR-2. */
export const ERRORS = {
  /** The body is not JSON. */
  invalid_json: { status: 400, retryable: false },
  /** A field is missing, unknown or wrong; `issues` names each. */
  invalid_request: { status: 400, retryable: false },
  /** The key is missing, unknown, of the wrong kind, or its account was deactivated. */
  invalid_key: { status: 400, retryable: false },
  /** `allowMulti=false` was given and the text takes more than one unit. */
  multipart_not_allowed: { status: 400, retryable: false },
  /** The organization or the account has too few credits. */
  insufficient_credits: { status: 402, retryable: false },
  /** The account does not own the custom sender ID. */
  sender_not_owned: { status: 403, retryable: false },
  /** The account has no such batch. */
  batch_not_found: { status: 404, retryable: false },
  /** The organization has no such account, or it was deleted. */
  account_not_found: { status: 404, retryable: false },
  /** No operation has this path. */
  not_found: { status: 404, retryable: false },
  /** The path has no operation of this method. */
  method_not_allowed: { status: 405, retryable: false },
  /** The batch has been sent, so it cannot be cancelled. */
  batch_not_pending: { status: 409, retryable: false },
  /** The identifier was used before. */
  duplicate_id: { status: 409, retryable: false },
  /** Every shared sender ID is locked to another account for this number. */
  shared_sender_unavailable: { status: 409, retryable: false },
  /** The body is larger than the service takes. */
  payload_too_large: { status: 413, retryable: false },
} as const satisfies Record<string, ErrorKind>;

/** A code the service is known to answer with. */
export type ErrorCode = keyof typeof ERRORS;

/** The body of every error answer. */
export interface ErrorBody {
  /** What went wrong. */
  error: {
    /** Stable code; a newer service may send one this list lacks. */
    code: OpenEnum<ErrorCode>;
    /** One sentence for a person. */
    message: string;
    /** Each field that is wrong, for `invalid_request`. */
    issues?: Issue[] | undefined;
  };
}

/** Validates the body of an error answer. */
export const errorBodySchema: z.ZodMiniType<ErrorBody> = lazy(() =>
  z.looseObject({
    error: z.looseObject({
      code: z.string(),
      message: z.string(),
      issues: z.optional(z.array(z.looseObject({ path: z.string(), message: z.string() }))),
    }),
  }),
);
