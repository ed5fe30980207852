import type { ErrorCode, Issue, OpenEnum } from '@messaging-service/contract';
import { ResponseError, type ResponseErrorDetails } from './messaging-error.ts';

/** Details of an {@link ApiError}. */
interface ApiErrorDetails extends ResponseErrorDetails {
  /** The error code, when the body has one. */
  readonly code?: string | undefined;
  /** The same code, if it is one of the service: see {@link ApiError.serviceCode}. */
  readonly serviceCode?: string | undefined;
  /** Each field that the service reports as invalid. */
  readonly issues?: readonly Issue[] | undefined;
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Whether code, message and issues contain the whole body, because it has the form of the service's errors. */
  readonly isComplete?: boolean | undefined;
}

/** Longest part of a foreign body in `toJSON`: enough for a problem document, and short enough for a log. */
const MAX_BODY = 2000;

/**
 * The service refused the request or failed to process it: a response with a status of 400 or more. Its subclasses
 * distinguish the cases; an error that fits none of them is of this class itself.
 *
 * A refused request had no effect, so `maybeSent` is false. A failed one (408, 499 and 5xx without an error code of the
 * service) may have been processed.
 *
 * @example
 * ```ts
 * import { ApiError, createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { batches } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await batches.listPending();
 * } catch (error) {
 *   if (!(error instanceof ApiError)) throw error;
 *   console.log(error.status, error.code, error.requestId);
 * }
 * ```
 */
export class ApiError extends ResponseError {
  /** @internal */
  static override readonly kind: string = 'ApiError';

  /** The service's error code, which may be unknown to this version. Undefined if the body has none. */
  readonly code: OpenEnum<ErrorCode> | undefined;
  /** Each field that the service reports as invalid, for `invalid_request`. */
  readonly issues: readonly Issue[];
  /** How long the service asks to wait before the next request, in milliseconds: its header `retry-after`. */
  readonly retryAfterMs: number | undefined;
  readonly #isComplete: boolean;
  readonly #serviceCode: string | undefined;

  /** @internal */
  constructor(message: string, details: ApiErrorDetails) {
    super(message, details);
    this.code = details.code;
    this.issues = details.issues ?? [];
    this.retryAfterMs = details.retryAfterMs;
    this.#isComplete = details.isComplete ?? false;
    this.#serviceCode = details.serviceCode;
  }

  /**
   * The code, if the service itself has written it, so that it shows whether the request had an effect.
   *
   * @internal
   */
  get serviceCode(): string | undefined {
    return this.#serviceCode;
  }

  /** Returns the error as JSON: name, message, public members, and the start of a body of another form. */
  override toJSON(): Record<string, unknown> {
    return this.#isComplete || this.body === ''
      ? super.toJSON()
      : { ...super.toJSON(), body: this.body.slice(0, MAX_BODY) };
  }
}

/**
 * The service refused the request as invalid, and will refuse it again: 400, 405, 413, 415, 422. See `issues`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, InvalidRequestError, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Your table is ready' });
 * } catch (error) {
 *   if (!(error instanceof InvalidRequestError)) throw error;
 *   for (const { path, message } of error.issues) console.log(path, message);
 * }
 * ```
 */
export class InvalidRequestError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'InvalidRequestError';
}

/**
 * The key is unknown, of the wrong kind, or its account was deactivated: 400 `invalid_key`, or 401.
 *
 * @example
 * ```ts
 * import { createMessagingClient, InvalidKeyError, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { batches } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await batches.listPending();
 * } catch (error) {
 *   if (!(error instanceof InvalidKeyError)) throw error;
 *   console.log('Check the key of this environment.', error.message);
 * }
 * ```
 */
export class InvalidKeyError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'InvalidKeyError';
}

/**
 * The account (the organization for a top-up) has too few credits: 402. Nothing was queued.
 *
 * @example
 * ```ts
 * import { createMessagingClient, InsufficientCreditsError, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Your table is ready' });
 * } catch (error) {
 *   if (!(error instanceof InsufficientCreditsError)) throw error;
 *   console.log('Top up the account.', error.message);
 * }
 * ```
 */
export class InsufficientCreditsError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'InsufficientCreditsError';
}

/**
 * The account does not own the custom sender ID: `sender_not_owned`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment, SenderNotOwnedError } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Your table is ready' });
 * } catch (error) {
 *   if (!(error instanceof SenderNotOwnedError)) throw error;
 *   console.log(error.code, error.message);
 * }
 * ```
 */
export class SenderNotOwnedError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'SenderNotOwnedError';
}

/**
 * The batch or account does not exist, or was deleted: 404, 410.
 *
 * @example
 * ```ts
 * import { createMessagingClient, NotFoundError, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { batches } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await batches.cancel('0190f3c4-5b6a-7c8d-9e0f-000000000000');
 * } catch (error) {
 *   if (!(error instanceof NotFoundError)) throw error;
 *   console.log('The batch was cancelled before, or never existed.', error.message);
 * }
 * ```
 */
export class NotFoundError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'NotFoundError';
}

/**
 * The request conflicts with the state of the service: 409. The batch has been sent, the identifier was used before, or no
 * shared sender ID is left for the number. After an error with `maybeSent`, `duplicate_id` proves that the request was
 * processed.
 *
 * @example
 * ```ts
 * import { ConflictError, createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await messages.sendOne({ id: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', to: '447700900123', from: { type: 'shared' }, body: 'Hello' });
 * } catch (error) {
 *   if (!(error instanceof ConflictError)) throw error;
 *   console.log(error.code === 'duplicate_id' ? 'It was sent before.' : error.message);
 * }
 * ```
 */
export class ConflictError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'ConflictError';
}

/**
 * You sent too many requests: 429, still after the last attempt that `retry` allows. If `retryAfterMs` is set, wait that
 * long.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment, RateLimitError } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Your table is ready' });
 * } catch (error) {
 *   if (!(error instanceof RateLimitError)) throw error;
 *   console.log('Try again in', error.retryAfterMs, 'ms');
 * }
 * ```
 */
export class RateLimitError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'RateLimitError';
}

/**
 * The service, or a gateway in front of it, failed: 5xx. The request may have been processed, unless `code` is
 * `service_unavailable`: see `maybeSent`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment, ServerError } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Your table is ready' });
 * } catch (error) {
 *   if (!(error instanceof ServerError)) throw error;
 *   console.log(error.status, error.maybeSent, error.ids);
 * }
 * ```
 */
export class ServerError extends ApiError {
  /** @internal */
  static override readonly kind: string = 'ServerError';
}
