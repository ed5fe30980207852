/** Registered, so that it is the same in every copy of this package: ESM beside CommonJS, two versions, two realms. */
const KINDS: unique symbol = /* @__PURE__ */ Symbol.for('@messaging-service/sdk/error-kinds') as never;

/** Whether a value is an error of the class with this name, or of a class below it, where `instanceof` may fail. */
export function hasKind(value: unknown, name: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  try {
    const kinds: unknown = Reflect.get(value, KINDS);
    return Array.isArray(kinds) && kinds.includes(name);
  } catch {
    // A proxy or a getter that throws is none of ours.
    return false;
  }
}

/** What an error knows of the call that it ended. */
export interface CallDetails {
  /** How often the request was handed to the network; 0 when nothing was sent. 0 unless given. */
  readonly attempts?: number | undefined;
  /** Whether the service may have carried the request out. False unless given. */
  readonly maybeSent?: boolean | undefined;
  /** The identifiers under which it would queue what was sent. Empty unless given. */
  readonly ids?: readonly string[] | undefined;
  /** What brought the failure about, where something did. */
  readonly cause?: unknown;
}

/**
 * The root of every error of this package: nothing else is thrown.
 *
 * No error holds an API key, not even where the service echoes it: not in its message, stack, members or cause.
 *
 * @example
 * ```ts
 * import { createMessagingClient, MessagingError } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({ baseUrl: 'https://api.example.com', accountKey: '0123456789abcdef0123456789abcdef' });
 * try {
 *   await client.messages.sendOne({ to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' });
 * } catch (error) {
 *   if (!(error instanceof MessagingError)) throw error;
 *   if (error.maybeSent) console.warn('sent again with these ids, it cannot be sent twice:', error.ids);
 * }
 * ```
 */
export abstract class MessagingError extends Error {
  /**
   * The name of the class, given outright in every one of them: minifiers rename classes. Not as `name`, which is
   * read-only in what some compilers make of a class.
   *
   * @internal
   */
  static readonly kind: string = 'MessagingError';

  /** How often the request was handed to the network; 0 when nothing was sent. */
  readonly attempts: number;
  /**
   * Whether the service may have carried the request out: sending it again may then send, create or charge twice.
   * For operations that only read it is of no consequence.
   */
  readonly maybeSent: boolean;
  /**
   * The identifiers under which the service would queue what was sent: the `id` of each message in their order, or
   * the `uuid` of a batch, whether the caller or the client made them. Empty for other operations.
   */
  readonly ids: readonly string[];

  /** @internal */
  constructor(message: string, { attempts = 0, maybeSent = false, ids = [], cause }: CallDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.defineProperty(this, 'name', { value: new.target.kind, configurable: true, writable: true });
    this.attempts = attempts;
    this.maybeSent = maybeSent;
    this.ids = ids;
  }

  /**
   * The names of the class and of those above it.
   *
   * @internal
   */
  get [KINDS](): readonly string[] {
    const names: string[] = [];
    for (let one = this.constructor; one !== Error; one = Object.getPrototypeOf(one) as typeof one)
      names.push((one as typeof MessagingError).kind);
    return names;
  }

  /** What `JSON.stringify` writes: the name, the message and the members that are no secret, without stack and cause. */
  toJSON(): Record<string, unknown> {
    return Object.fromEntries([['name', this.name], ['message', this.message], ...Object.entries(this)]);
  }
}

/** Whether a value is an error of this package, of whichever copy of this package. */
export function isMessagingError(value: unknown): value is MessagingError {
  return hasKind(value, 'MessagingError');
}

/** A response as it was received, except API keys, which are redacted. */
export interface RawResponse {
  /** HTTP status. */
  readonly status: number;
  /** Header fields by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body's text. */
  readonly body: string;
}

/** Details of a call that got a response. */
export interface ResponseErrorDetails extends CallDetails {
  /** The response. */
  readonly response: RawResponse;
}

/** Common base of the errors that a response causes: {@link ApiError} and {@link UnexpectedResponseError}. */
export abstract class ResponseError extends MessagingError {
  /** @internal */
  static override readonly kind: string = 'ResponseError';

  /** HTTP status of the response. */
  readonly status: number;
  /** The service's identifier of the request, if a header of the response has one: quote it to the service's support. */
  readonly requestId: string | undefined;
  readonly #response: RawResponse;

  /** @internal */
  constructor(message: string, details: ResponseErrorDetails) {
    super(message, details);
    this.status = details.response.status;
    this.requestId = findRequestId(details.response.headers);
    this.#response = details.response;
  }

  /** Header fields of the response by their names in lower case. Not part of logs and `toJSON`. */
  get headers(): Readonly<Record<string, string>> {
    return this.#response.headers;
  }

  /** The body of the response as text, with API keys redacted. */
  get body(): string {
    return this.#response.body;
  }
}

/** The specification names no header for it, so these are those that services, gateways and clouds use. */
const REQUEST_ID_HEADERS = [
  'x-request-id',
  'request-id',
  'x-correlation-id',
  'x-trace-id',
  'x-amzn-requestid',
  'x-amz-request-id',
  'x-amzn-trace-id',
  'cf-ray',
];

/** The identifier that a response gives its request, in whichever header. */
export function findRequestId(headers: RawResponse['headers']): string | undefined {
  return REQUEST_ID_HEADERS.map((name) => headers[name]).find((id) => id !== undefined && id !== '');
}

/** Whether a value is a {@link ResponseError}, of whichever copy of this package. */
export function isResponseError(value: unknown): value is ResponseError {
  return hasKind(value, 'ResponseError');
}
