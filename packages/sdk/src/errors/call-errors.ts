import type { Issue, ReceiptSummary } from '@messaging-service/contract';
import { redactIssues, summarize } from './issue-summary.ts';
import {
  type CallDetails,
  MessagingError,
  ResponseError,
  type ResponseErrorDetails,
} from './messaging-error.ts';
import type { Redact } from './redact.ts';

/**
 * The caller's `signal` aborted the call. `cause` is a copy of the signal's reason, with API keys redacted;
 * `maybeSent` shows whether the request may have been sent before.
 *
 * @example
 * ```ts
 * import { AbortError, createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * const controller = new AbortController();
 * setTimeout(() => controller.abort(), 100);
 * try {
 *   await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Your table is ready' }, { signal: controller.signal });
 * } catch (error) {
 *   if (!(error instanceof AbortError)) throw error;
 *   console.log(error.maybeSent, error.ids);
 * }
 * ```
 */
export class AbortError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'AbortError';
}

/**
 * The options of `createMessagingClient` are invalid: a missing or empty key, a base URL with credentials, a query or a
 * fragment, an unknown option. `createMessagingClient` throws it immediately.
 *
 * @example
 * ```ts
 * import { ConfigurationError, createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * try {
 *   createMessagingClient(optionsFromEnvironment({ MESSAGING_BASE_URL: 'https://api.example.com' }));
 * } catch (error) {
 *   if (!(error instanceof ConfigurationError)) throw error;
 *   for (const { path, message } of error.issues) console.log(path, message); // MESSAGING_ACCOUNT_KEY must be set
 * }
 * ```
 */
export class ConfigurationError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'ConfigurationError';

  /** Each invalid option; `path` is its name. Values are never repeated, because they may be secret. */
  readonly issues: readonly Issue[];

  /** @internal */
  constructor(issues: readonly Issue[]) {
    super(`Invalid client options: ${summarize(issues)}`);
    this.issues = issues;
  }
}

/**
 * No complete response arrived: the connection was refused, reset or lost, or the host name was not found.
 *
 * `maybeSent` is false only if the request was certainly not sent, for example because the connection was refused.
 * `cause` is the error of the runtime, as a plain error with its `code`.
 *
 * @example
 * ```ts
 * import { ConnectionError, createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Your table is ready' });
 * } catch (error) {
 *   if (!(error instanceof ConnectionError)) throw error;
 *   console.log(error.maybeSent, error.ids, error.cause);
 * }
 * ```
 */
export class ConnectionError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'ConnectionError';
}

/**
 * The request is invalid and was not sent: `attempts` is 0 and `maybeSent` is false. The service would report the same
 * issues, with the code `invalid_request`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment, RequestValidationError } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await messages.sendOne({ to: '07700 900123', from: { type: 'shared' }, body: 'Hello' });
 * } catch (error) {
 *   if (!(error instanceof RequestValidationError)) throw error;
 *   for (const { path, message } of error.issues) console.log(path, message);
 * }
 * ```
 */
export class RequestValidationError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'RequestValidationError';

  /** Each invalid field; `path` is its place in the request, such as `messages.0.to`. */
  readonly issues: readonly Issue[];

  /** @internal */
  constructor(operation: string, issues: readonly Issue[], redact: Redact, details?: CallDetails) {
    const redacted = redactIssues(issues, redact);
    super(`${operation} was not sent: ${summarize(redacted)}`, details);
    this.issues = redacted;
  }
}

/**
 * `messages.sendMany` stopped because of `stopWhen`; `cause` is the error of the last request. The iteration first yields
 * the outcome of every message it has read, then throws this error. Messages that it read but did not send have this error,
 * too.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment, SendManyStoppedError } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * const reminders = [{ to: '447700900123', from: { type: 'shared' as const }, body: 'See you at nine' }];
 * try {
 *   for await (const { ok } of messages.sendMany(reminders, { stopWhen: () => true })) console.log(ok);
 * } catch (error) {
 *   if (!(error instanceof SendManyStoppedError)) throw error;
 *   console.log(error.cause);
 * }
 * ```
 */
export class SendManyStoppedError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'SendManyStoppedError';

  /** @internal */
  constructor(operation: string, cause: MessagingError, details?: CallDetails) {
    super(`${operation} stopped sending: ${cause.message}`, { ...details, cause });
  }
}

/** The time limit that was exceeded. */
type TimeLimit = 'timeout' | 'totalTimeout' | 'runtime';

/**
 * The complete response did not arrive in time. For a send, `maybeSent` is true: see `ids`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment, TimeoutError } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await messages.sendOne({ to: '447700900123', from: { type: 'custom', value: 'SHOP' }, body: 'Your table is ready' }, { timeout: 500 });
 * } catch (error) {
 *   if (!(error instanceof TimeoutError)) throw error;
 *   console.log(error.limit, error.timeout, error.maybeSent, error.ids);
 * }
 * ```
 */
export class TimeoutError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'TimeoutError';

  /** The time limit, in milliseconds. For `runtime`, how long the attempt took. */
  readonly timeout: number;
  /**
   * The option that set the limit: `timeout` for one attempt, or `totalTimeout` for all of them. `runtime` is a limit that the
   * runtime has for its own `fetch`, such as 300 seconds in Node; the transport of `createNodeTransport` has none.
   */
  readonly limit: TimeLimit;

  /** @internal */
  constructor(message: string, timeout: number, limit: TimeLimit, details?: CallDetails) {
    super(message, details);
    this.timeout = timeout;
    this.limit = limit;
  }
}

/**
 * `batches.waitForReceipts` reached its `timeout`. The batch itself has not failed: its messages may still be delivered.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment, ReceiptsTimeoutError } from '@messaging-service/sdk';
 *
 * const { batches } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await batches.waitForReceipts('0190f3c4-5b6a-7c8d-9e0f-2b3c4d5e6f70', { timeout: 500 });
 * } catch (error) {
 *   if (!(error instanceof ReceiptsTimeoutError)) throw error;
 *   console.log(error.summary?.counts);
 * }
 * ```
 */
export class ReceiptsTimeoutError extends TimeoutError {
  /** @internal */
  static override readonly kind: string = 'ReceiptsTimeoutError';

  readonly #summary: ReceiptSummary | undefined;

  /** @internal */
  constructor(timeout: number, summary: ReceiptSummary | undefined, details?: CallDetails) {
    super(`waitForReceipts ended after ${timeout} ms, ${describeOpen(summary)}`, timeout, 'timeout', details);
    this.#summary = summary;
  }

  /**
   * The last receipts of the batch; undefined if no response was received. Logs and `toJSON` leave out the details, because
   * they contain phone numbers.
   */
  get summary(): ReceiptSummary | undefined {
    return this.#summary;
  }

  /** Returns the error as JSON, with the `counts` of the last receipts. */
  override toJSON(): Record<string, unknown> {
    const counts = this.#summary && { counts: this.#summary.counts };
    return { ...super.toJSON(), ...counts };
  }
}

/**
 * The service reported success, but its response cannot be used: a redirect, a page instead of JSON, JSON that was cut
 * off, an object without its identifiers. With `responses: 'strict'`, also a response that differs from the contract in
 * any way. For a send, `maybeSent` is true: see `ids`.
 *
 * Logs and `toJSON` leave the body out, because it may contain texts, phone numbers or a new key.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment, UnexpectedResponseError } from '@messaging-service/sdk';
 *
 * const { batches } = createMessagingClient(optionsFromEnvironment());
 * try {
 *   await batches.listPending();
 * } catch (error) {
 *   if (!(error instanceof UnexpectedResponseError)) throw error;
 *   console.log(error.status, error.issues);
 * }
 * ```
 */
export class UnexpectedResponseError extends ResponseError {
  /** @internal */
  static override readonly kind: string = 'UnexpectedResponseError';

  /** Where the response differs from the contract; empty when it is not JSON at all. */
  readonly issues: readonly Issue[];

  /** @internal */
  constructor(message: string, issues: readonly Issue[], details: ResponseErrorDetails) {
    super(message, details);
    this.issues = issues;
  }
}

function describeOpen(summary: ReceiptSummary | undefined): string {
  if (summary === undefined) return 'without a response that has receipts';
  const { total, delivered, failed } = summary.counts;
  if (total === 0) return 'and the batch still has no messages: the service reports a total of 0';
  return `with ${total - delivered - failed} of ${total} messages neither delivered nor failed`;
}
