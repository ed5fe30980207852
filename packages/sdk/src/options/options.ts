import type { ApiError } from '../errors/api-errors.ts';
import type { Hooks } from '../observe/hooks.ts';
import type { Logger } from '../observe/logging.ts';
import type { Telemetry } from '../observe/telemetry.ts';
import type { Fetch } from '../transport/fetch.ts';
import type { Transport } from '../transport/transport.ts';

/**
 * A rule of your own for the option `safeResend`. You need it if your service refuses repeated identifiers without the code
 * `duplicate_id`.
 */
export interface SafeResendRule {
  /**
   * Returns whether an error says that an identifier of the request was used before, for example `({ status, body }:
   * ApiError) => status === 409 && body.includes('already exists')`. If your rule also matches other errors, unsent
   * messages count as queued.
   *
   * It is called after an attempt whose outcome is unknown. In `messages.sendMany`, it is also called when a request with
   * identifiers of your own is refused. It is never called for a code of the service that names another reason, such as
   * `shared_sender_unavailable`. If it throws, the exception is logged and counts as false.
   */
  readonly isDuplicate: (error: ApiError) => boolean;
}

/** Values of the option `unknownValues`. */
export type UnknownValues = 'refuse' | 'ignore';

/** Values of the option `safeResend`. */
export type SafeResend = boolean | SafeResendRule;

/**
 * The option for services that refuse repeated identifiers.
 *
 * @typeParam Safe - The type of `safeResend`, which is inferred.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   safeResend: true,
 * });
 * const { alreadyQueued } = await client.messages.sendOne({
 *   to: '447700900123',
 *   from: { type: 'shared' },
 *   body: 'Your table is ready',
 * });
 * console.log(alreadyQueued); // undefined
 * ```
 */
export interface ResendOptions<Safe extends SafeResend = false> {
  /**
   * Repeats sends whose outcome is unknown, under the same identifiers, like calls that only read. When the service then
   * refuses them as repeated (`duplicate_id`), they are queued: the call succeeds, and its result has `alreadyQueued: true`.
   *
   * For identifiers of your own, this needs an earlier attempt of the same call. Otherwise the refusal is a `ConflictError`,
   * because another message may have the identifier. In `messages.sendMany` it is the outcome `queued-before`.
   *
   * Set it only if your service refuses repeated identifiers: any other service sends twice. The conformance kit finds out,
   * and reports it as `repeated-ids`. Has no effect on dry runs. Set it on the client; a call can only switch it off.
   * Default: false.
   */
  safeResend?: Safe | undefined;
}

/**
 * Options common to all clients, except the API keys.
 *
 * @typeParam Safe - The type of `safeResend`, which is inferred.
 * @typeParam Values - The type of `unknownValues`, which is inferred.
 *
 * @example
 * ```ts
 * import { createMessagingClient, fetchTransport } from '@messaging-service/sdk';
 * import * as telemetry from '@opentelemetry/api';
 *
 * const client = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 *   fetch: (url, init) => fetch(url, init),
 *   headers: () => ({ 'x-tenant': 'surgery-7' }),
 *   timeout: 10_000,
 *   totalTimeout: 60_000,
 *   retry: { attempts: 5 },
 *   unknownFields: 'ignore',
 *   unknownValues: 'ignore',
 *   responses: 'strict',
 *   appInfo: { name: 'reception', version: '1.4.0' },
 *   allowBrowser: false,
 *   hooks: { onError: ({ error }) => console.error(error) },
 *   logger: console,
 *   telemetry,
 * });
 * await client.batches.listPending();
 *
 * const other = client.with({ transport: fetchTransport(globalThis.fetch) });
 * await other.batches.listPending();
 * ```
 */
export interface ClientOptions<Safe extends SafeResend = false, Values extends UnknownValues = UnknownValues>
  extends ResendOptions<Safe> {
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
  /** How long each attempt may take, in milliseconds, until the last byte of the response. Default: 30,000. */
  timeout?: number | undefined;
  /**
   * How long a call may take, in milliseconds, including all attempts and the waits between them. A wait that would end
   * after the limit does not start: the call fails immediately, with the error of the last attempt. Default: no limit
   * besides `timeout` and `retry`.
   */
  totalTimeout?: number | undefined;
  /** When failed calls are repeated; `false` never repeats them. Default: see {@link RetryOptions}. */
  retry?: RetryOptions | false | undefined;
  /**
   * What to do with an unknown field in a request. `refuse` throws a `RequestValidationError`, because a mistyped `sendAt`
   * would send now. `ignore` sends the field unchanged, for a service that is newer than this client. Default: `refuse`.
   */
  unknownFields?: 'refuse' | 'ignore' | undefined;
  /**
   * What to do with an unknown value in a request: a channel other than `sms` and `rcs`, a type of sender other than
   * `custom` and `shared`, or a short code such as `60777` as destination. `refuse` throws a `RequestValidationError`.
   * `ignore` sends the value, for a service that is newer than this client, and widens the types of the client: see {@link
   * OpenMessage}. Default: `refuse`.
   */
  unknownValues?: Values | undefined;
  /**
   * What to do with a response that has its identifiers but otherwise differs from the contract. `lenient` accepts it and
   * reports the differences to the hook `onMismatch`. `strict` throws an `UnexpectedResponseError`. Default: `lenient`.
   */
  responses?: 'lenient' | 'strict' | undefined;
  /**
   * Your application. The header `user-agent` names it after this package and the runtime. Browsers do not send it.
   * Default: none.
   */
  appInfo?: AppInfo | undefined;
  /**
   * Switches off the warning that a key is used in a browser, where every visitor can read it. Set it for pages that are
   * not public. Default: false.
   */
  allowBrowser?: boolean | undefined;
  /** Functions that observe every call. Default: none. */
  hooks?: Hooks | undefined;
  /**
   * Logs calls: `console`, pino, or any object with the same four methods: see {@link Logger}. Adapt winston and the `Logger`
   * of NestJS with `messageFirst`. Default: none, or the console while the environment variable `MESSAGING_DEBUG` is `1`.
   */
  logger?: Logger | undefined;
  /**
   * The module `@opentelemetry/api`. Every call becomes a span with a child for each attempt, which passes its trace to the
   * service, and is measured. Default: none.
   */
  telemetry?: Telemetry | undefined;
}

/**
 * The application that uses the client.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   appInfo: { name: 'reception', version: '1.4.0', url: 'https://example.com/reception' },
 * });
 * await client.batches.listPending();
 * ```
 */
export interface AppInfo {
  /** Its name: letters, digits and punctuation, without spaces and parentheses. */
  name: string;
  /** Its version. */
  version?: string | undefined;
  /** The URL of a page about it. */
  url?: string | undefined;
}

/**
 * Options that decide when a failed call is repeated.
 *
 * Reads, `batches.cancel`, `accounts.update` and `accounts.deactivate` are repeated after a failed connection, a timeout,
 * and the statuses 408, 425, 429 and 5xx (except 501 and 505). Sends, new accounts and top-ups are repeated only if the
 * first request certainly had no effect: the connection was refused, the host was not found, the status was 425 or 429, or
 * the error code was `service_unavailable`. A 503 without that code may come from a proxy that passed the request on. Any
 * other error code of the service is final, and so is a failure that every attempt would meet, such as an untrusted
 * certificate.
 *
 * Between attempts, the client waits for the `retry-after` of the response plus a random part of `delay`, so that many
 * clients do not come back at the same moment. If the service asks for more than `maxDelay`, the call fails immediately,
 * and `retryAfterMs` of the error says how long to wait. Without `retry-after`, it waits between half of `delay` and all of
 * it. `delay` doubles each time, up to `maxDelay`.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   totalTimeout: 60_000,
 *   retry: { attempts: 5, delay: 200, maxDelay: 10_000 },
 * });
 * await client.batches.listPending({ retry: false });
 * ```
 */
export interface RetryOptions {
  /** Maximum number of attempts, including the first. Default: 3. */
  attempts?: number | undefined;
  /** The first wait without a `retry-after`, in milliseconds. Default: 500. */
  delay?: number | undefined;
  /** The longest wait, in milliseconds. Default: 60,000. */
  maxDelay?: number | undefined;
}

/**
 * Options of a client that sends messages and batches.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * // Without `organizationKey`, the client has no accounts.
 * const { batches } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
 * await batches.listPending();
 * ```
 */
export interface AccountClientOptions<
  Safe extends SafeResend = false,
  Values extends UnknownValues = 'refuse',
> extends ClientOptions<Safe, Values> {
  /** The account's API key. */
  accountKey: string;
  /** Not set: with both keys, see {@link FullClientOptions}. */
  organizationKey?: undefined;
}

/**
 * Options of a client that manages accounts.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * // Without `accountKey`, the client has neither messages nor batches.
 * const { accounts } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   organizationKey: '00112233445566778899aabbccddeeff',
 * });
 * await accounts.list();
 * ```
 */
export interface OrganizationClientOptions extends ClientOptions<false> {
  /** The organization's API key. */
  organizationKey: string;
  /** Not set: with both keys, see {@link FullClientOptions}. */
  accountKey?: undefined;
}

/**
 * Options of a client that sends and manages accounts.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * const { accounts, batches } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 *   organizationKey: '00112233445566778899aabbccddeeff',
 * });
 * await Promise.all([accounts.list(), batches.listPending()]);
 * ```
 */
export interface FullClientOptions<Safe extends SafeResend = false, Values extends UnknownValues = 'refuse'>
  extends ClientOptions<Safe, Values> {
  /** The account's API key. */
  accountKey: string;
  /** The organization's API key. */
  organizationKey: string;
}

/**
 * Whether a key is certainly left out. One of type `any`, such as a member of a parsed file, or `string | undefined`, such as a
 * variable of the environment, may be set.
 */
export type IsLeftOut<Key> = 0 extends 1 & Key ? false : [Key] extends [undefined] ? true : false;

/**
 * The keys of a client: at least one.
 *
 * @typeParam Account - The type of `accountKey`, which is inferred; undefined if it is left out.
 * @typeParam Organization - The type of `organizationKey`, which is inferred; undefined if it is left out.
 */
export type ClientKeys<Account, Organization> = {
  /** @deprecated There are two keys. */
  apiKey?: 'is not an option: use accountKey, or organizationKey to manage accounts';
} & ([IsLeftOut<Account>, IsLeftOut<Organization>] extends [true, true]
  ? {
      /** The account's API key. To manage accounts, pass `organizationKey`. */
      accountKey: string;
    }
  : {
      /** The account's API key. */
      accountKey?: Account;
      /** The organization's API key. */
      organizationKey?: Organization;
    });

/**
 * Options of `client.with`: any option of a client. Options that you leave out keep their values.
 *
 * @typeParam Safe - The type of `safeResend`, which is inferred.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({
 *   ...optionsFromEnvironment(),
 *   organizationKey: '00112233445566778899aabbccddeeff',
 * });
 * const tenant = client.with({ accountKey: 'fedcba9876543210fedcba9876543210' });
 * await tenant.batches.listPending();
 * const sameOrganization = client.with({ organizationKey: '00112233445566778899aabbccddeeff', timeout: 60_000 });
 * await sameOrganization.accounts.list();
 * ```
 */
export interface ClientChanges<Safe extends SafeResend = false, Values extends UnknownValues = UnknownValues>
  extends Partial<ClientOptions<Safe, Values>> {
  /** Another account's API key. */
  accountKey?: string | undefined;
  /** Another organization's API key. */
  organizationKey?: string | undefined;
}

/**
 * Options of a single call.
 *
 * @example
 * ```ts
 * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient(optionsFromEnvironment());
 * await client.batches.listPending({
 *   signal: AbortSignal.timeout(60_000),
 *   timeout: 5000,
 *   totalTimeout: 20_000,
 *   retry: { attempts: 2 },
 *   headers: { 'x-tenant': 'surgery-7' },
 * });
 * ```
 */
export interface CallOptions {
  /** Aborts the call, which then rejects with an `AbortError`. */
  signal?: AbortSignal | undefined;
  /** How long each attempt of this call may take, in milliseconds. Default: the client's `timeout`. */
  timeout?: number | undefined;
  /** How long this call may take in total, in milliseconds. Default: the client's `totalTimeout`. */
  totalTimeout?: number | undefined;
  /** When this call is repeated; `false` never repeats it. Default of each member: the client's. */
  retry?: RetryOptions | false | undefined;
  /** Header fields for this call, in addition to the client's. They replace those with the same name. */
  headers?: Readonly<Record<string, string>> | undefined;
}
