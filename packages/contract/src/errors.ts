import * as z from 'zod/mini';
import type { OpenEnum } from './primitives.ts';
import { list } from './schema.ts';
import type { Issue } from './validation.ts';

/** Properties of an error code. */
export interface ErrorKind {
  /** HTTP status of the response. Statuses that the specification does not define can be overridden in the emulator. */
  readonly status: number;
  /** Whether the same request can succeed later without a change. */
  readonly retryable: boolean;
}

/** Every error code of the service with its status. The codes are the project's own. See ERR-2. */
export const ERRORS = {
  /** The body is not JSON. */
  invalid_json: { status: 400, retryable: false },
  /** A field is missing, unknown or invalid; `issues` names each of them. */
  invalid_request: { status: 400, retryable: false },
  /** The key is missing, unknown, of the wrong kind, or its account was deactivated. */
  invalid_key: { status: 400, retryable: false },
  /** `allowMulti=false` was set and the text has more than one unit. */
  multipart_not_allowed: { status: 400, retryable: false },
  /** The organization or the account has too few credits. */
  insufficient_credits: { status: 402, retryable: false },
  /** The account does not own the custom sender ID. */
  sender_not_owned: { status: 403, retryable: false },
  /** The account does not have the batch. */
  batch_not_found: { status: 404, retryable: false },
  /** The organization does not have the account, or it was deleted. */
  account_not_found: { status: 404, retryable: false },
  /** No operation has this path. */
  not_found: { status: 404, retryable: false },
  /** The path does not support this method. */
  method_not_allowed: { status: 405, retryable: false },
  /** The batch has been sent, so it cannot be cancelled. */
  batch_not_pending: { status: 409, retryable: false },
  /** The identifier was used before. */
  duplicate_id: { status: 409, retryable: false },
  /** Every shared sender ID is locked to another account for this number. */
  shared_sender_unavailable: { status: 409, retryable: false },
  /** The body is larger than the service accepts. */
  payload_too_large: { status: 413, retryable: false },
  /** The service cannot process requests at present. It did nothing, so the same request can be sent again. */
  service_unavailable: { status: 503, retryable: true },
} as const satisfies Record<string, ErrorKind>;

/** A known error code of the service. */
export type ErrorCode = keyof typeof ERRORS;

/** The body of every error response. See ERR-1. */
export interface ErrorBody {
  /** The error. */
  error: {
    /** Stable code. A newer service may send an unknown one. */
    code: OpenEnum<ErrorCode>;
    /** Description in one sentence. */
    message: string;
    /** Each invalid field, for `invalid_request`. */
    issues?: Issue[] | undefined;
  };
}

/** Validates the body of an error response. */
export const errorBodySchema: z.ZodMiniType<ErrorBody> = z.looseObject({
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    // Without the mark, a page that needs only the codes would contain zod.
    issues: z.optional(/* @__PURE__ */ list(z.looseObject({ path: z.string(), message: z.string() }))),
  }),
});
