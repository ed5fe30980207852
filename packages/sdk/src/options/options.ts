import type { ApiError } from '../errors/api-errors.ts';
import type { Hooks } from '../observe/hooks.ts';
import type { Logger } from '../observe/logging.ts';
import type { Telemetry } from '../observe/telemetry.ts';
import type { Fetch } from '../transport/fetch.ts';
import type { Transport } from '../transport/transport.ts';

/**
 * A rule of your own for the option `safeResend`, for a service that refuses repeated identifiers in another way than with
 * the code `duplicate_id`.
 */
export interface SafeResendRule {
  /**
   * Returns whether an error says that an identifier of the request was used before, for example
   * `({ status }: ApiError) => status === 409`. It is only asked after an attempt whose outcome is unknown.
   */
  readonly isDuplicate: (error: ApiError) => boolean;
}

/** Values of the option `safeResend`. */
export type SafeResend = boolean | SafeResendRule;

/**
 * The option for services that refuse repeated identifiers.
 *
 * @typeParam Safe - The type of `safeResend`, which is inferred.
 */
export interface ResendOptions<Safe extends SafeResend = false> {
  /**
   * Repeats sends whose response was lost, under the same identifiers, like calls that only read. When the service then
   * refuses them as repeated (`duplicate_id`), an earlier attempt has queued them: the call succeeds, and its result has
   * `alreadyQueued: true`. Without an earlier attempt whose outcome is unknown, the refusal stays a `ConflictError`.
   *
   * Only right for a service that refuses repeated identifiers: any other one sends twice. The conformance kit reports it
   * as `repeated-ids`. Has no effect on requests in which a message has no identifier (`generateIds: false`), and on dry
   * runs. Set it for the client; a call can only switch it off. Default: false.
   */
  safeResend?: Safe | undefined;
}

/**
 * Options common to all clients, except the API keys.
 *
 * @typeParam Safe - The type of `safeResend`, which is inferred.
 */
export interface ClientOptions<Safe extends SafeResend = false> extends ResendOptions<Safe> {
  /**
   * The service's base address, `http:` or `https:`, without credentials, query and fragment. A path in it is kept:
   * `https://gateway.example.com/messaging` calls `https://gateway.example.com/messaging/message`.
   */
  baseUrl: string | URL;
  /**
   * Sends the requests. Default: the global `fetch`, looked up at each request. See `createNodeTransport` in
   * `@messaging-service/sdk/node` and `createKyTransport` in `@messaging-service/sdk/ky`.
   */
  transport?: Transport | undefined;
  /** A function like the global `fetch`: short for `transport: fetchTransport(fetch)`. */
  fetch?: Fetch | undefined;
  /**
   * Header fields for every request, or a function that returns them, also as a promise. It is called before each
   * attempt. When it fails, nothing is sent and the call ends with a `ConnectionError`.
   */
  headers?:
    | Readonly<Record<string, string>>
    | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)
    | undefined;
  /** How long each attempt may take, in milliseconds, from sending it to the last byte of the answer. Default: 30,000. */
  timeout?: number | undefined;
  /**
   * How long a call may take, in milliseconds, all attempts and the waits between them together. A wait that would not
   * end in time is not begun: the call fails at once, with what the last attempt failed with. Default: no limit but
   * the one that follows from `timeout` and `retry`.
   */
  totalTimeout?: number | undefined;
  /** When to try again, or `false` for never. See {@link RetryOptions} for what is repeated by default. */
  retry?: RetryOptions | false | undefined;
  /**
   * What to do with a field of a request that is not in the specification. `refuse` (the default) throws a
   * `RequestValidationError`, since a mistyped `sendAt` would send now; `ignore` sends it as it is, for a service that
   * knows more than this version of the client.
   */
  unknownFields?: 'refuse' | 'ignore' | undefined;
  /**
   * What to do with a value that this version of the client does not know: a channel other than `sms` and `rcs`, a type of
   * sender other than `custom` and `shared`, a short code such as `60777` as destination. `refuse` (the default) throws a
   * `RequestValidationError`; `ignore` sends it, for a service that knows more.
   */
  unknownValues?: 'refuse' | 'ignore' | undefined;
  /**
   * What to do with a response that differs from the contract although it has its identifiers. `lenient` (the default)
   * accepts it and reports the differences to the hook `onMismatch`; `strict` throws an `UnexpectedResponseError`.
   */
  responses?: 'lenient' | 'strict' | undefined;
  /**
   * Whether messages without `id` and batches without `uuid` are given one, a UUID of version 7: after a lost answer
   * it tells whether they were queued, and the service refuses it a second time. Default: true.
   */
  generateIds?: boolean | undefined;
  /**
   * Whether calls of `messages.sendOne` that are made in the same turn of the event loop, with the same options, share
   * a request, up to 100 of them. Each promise settles with its own message, or an error of its own. When the service
   * refuses the request, nothing of it was queued, and it is divided as in `messages.sendMany` until the message at
   * fault stands alone: no good message is refused with it or sent twice.
   *
   * A `signal` is its caller's alone. A caller who leaves a request that others share gets an `AbortError` with
   * `maybeSent`, since it goes on; the last one ends it. `withResponse` tells of the request that was shared, and so do
   * hooks and logs. Default: false.
   */
  coalesce?: boolean | undefined;
  /**
   * The application, for the header `user-agent`, which the service's support sees. In browsers it is not sent. Default: only
   * this package and the runtime are named.
   */
  appInfo?: AppInfo | undefined;
  /**
   * Switches off the warning that a key is used in a browser, where every visitor can read it. Set it for pages that are
   * not public. Default: false.
   */
  allowBrowser?: boolean | undefined;
  /** Functions that watch every call. */
  hooks?: Hooks | undefined;
  /**
   * Where calls are logged: `console`, or anything with the same four methods. Default: nowhere, unless the environment
   * variable `MESSAGING_DEBUG` is `1`: then to the console.
   */
  logger?: Logger | undefined;
  /** The module `@opentelemetry/api`: with it, every attempt is a span, and carries its trace to the service. */
  telemetry?: Telemetry | undefined;
}

/** The application that uses the client. */
export interface AppInfo {
  /** Its name: letters, digits and punctuation, without spaces and parentheses. */
  name: string;
  /** Its version. */
  version?: string | undefined;
  /** An address with more about it. */
  url?: string | undefined;
}

/**
 * When a failed call is tried again.
 *
 * Reads, `batches.cancel`, `accounts.update` and `accounts.deactivate` are, after a connection that failed, a time-out,
 * and the statuses 408, 425, 429 and 5xx (501 and 505 apart). Sends, new accounts and top-ups are repeated only where the
 * first request provably did nothing: the connection was refused, the host was not found, or the answer was 425, 429 or 503.
 * An answer with one of the service's own error codes is final.
 *
 * Between two attempts the client waits as long as the answer's `retry-after` says, in seconds or as a date, and else
 * for half to the whole of `delay`, which doubles each time; never for longer than `maxDelay`.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 *   totalTimeout: 60_000,
 *   retry: { attempts: 5, delay: 200, maxDelay: 10_000 },
 * });
 * await client.batches.listPending({ retry: false });
 * ```
 */
export interface RetryOptions {
  /** How often to try at most, the first time included. Default: 3. */
  attempts?: number | undefined;
  /** The first wait without a `retry-after`, in milliseconds. Default: 500. */
  delay?: number | undefined;
  /** The longest wait, in milliseconds, whatever a `retry-after` asks for. Default: 60,000. */
  maxDelay?: number | undefined;
  /**
   * Repeat sends, new accounts and top-ups like reads, **even where the first request may have been carried out**: then
   * texts go out, accounts are made and credits are added twice, unless the service refuses identifiers it knows. An
   * error then still has `maybeSent` where any attempt may have been carried out. For sends, use `safeResend` instead
   * when the service refuses repeated identifiers. Default: false.
   */
  unsafe?: boolean | undefined;
}

/** Options of a client that sends messages and batches. */
export interface AccountClientOptions<Safe extends SafeResend = false> extends ClientOptions<Safe> {
  /** The account's API key. */
  accountKey: string;
  /** Not given: see {@link FullClientOptions}. */
  organizationKey?: undefined;
}

/** Options of a client that manages accounts. */
export interface OrganizationClientOptions extends ClientOptions {
  /** The organization's API key. */
  organizationKey: string;
  /** Not given: see {@link FullClientOptions}. */
  accountKey?: undefined;
}

/** Options of a client that sends and manages accounts. */
export interface FullClientOptions<Safe extends SafeResend = false> extends ClientOptions<Safe> {
  /** The account's API key. */
  accountKey: string;
  /** The organization's API key. */
  organizationKey: string;
}

/**
 * Options that `client.with` changes: any of a client. Members that are left out or undefined stay.
 *
 * @typeParam Safe - The type of `safeResend`, which is inferred.
 */
export interface ClientChanges<Safe extends SafeResend = false> extends Partial<ClientOptions<Safe>> {
  /** Another account's API key. */
  accountKey?: string | undefined;
  /** Another organization's API key. */
  organizationKey?: string | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call with an `AbortError`. */
  signal?: AbortSignal | undefined;
  /** How long each attempt of this call may take, in milliseconds, instead of the client's `timeout`. */
  timeout?: number | undefined;
  /** How long this call may take in all, in milliseconds, instead of the client's `totalTimeout`. */
  totalTimeout?: number | undefined;
  /** When to try this call again: members that are not given are the client's. `false`: never. */
  retry?: RetryOptions | false | undefined;
}
