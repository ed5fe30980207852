import { type ReceiptCode, receiptCodeEndpoints } from '@messaging-service/contract';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Batches, createBatches, type OpenBatches } from './batches/batches.ts';
import { type CallPromise, createCall } from './call/call.ts';
import { type CustomRequest, createCustomRequest } from './custom-request.ts';
import { createMessages, type Messages, type OpenMessages } from './messages/messages.ts';
import type {
  CallOptions,
  ClientChanges,
  ClientKeys,
  ClientOptions,
  IsLeftOut,
  SafeResend,
  UnknownValues,
} from './options/options.ts';
import {
  type AnyClientOptions,
  mergeOptions,
  type ResolvedOptions,
  readClientOptions,
  resolveOptions,
} from './options/resolve-options.ts';

/** The operations of every client. */
export interface CommonClient {
  /**
   * Lists the receipt codes and their meaning. Either key is accepted. See RCP-4.
   *
   * @param options - The options of any call.
   * @throws {InvalidKeyError} The key is unknown, or its account was deactivated.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const client = createMessagingClient(optionsFromEnvironment());
   * for (const { code, description } of await client.receiptCodes()) console.log(code, description);
   * ```
   */
  readonly receiptCodes: (options?: CallOptions) => CallPromise<ReceiptCode[]>;

  /**
   * Calls an operation that has no method yet. It works like every other call: the client adds the key and never shows it,
   * retries, applies time limits and hooks, and throws the same errors. Check the response yourself: its type is `unknown`.
   * An empty body is `undefined`.
   *
   * @param method - HTTP method, in capitals.
   * @param path - Path below the base URL. It starts with a slash and has no query; escape values with `encodeURIComponent`.
   * @param options - Query, body and key of the request. All others apply to any call, such as `timeout`.
   * @throws {RequestValidationError} An argument is invalid; nothing was sent.
   * @throws {ApiError} The service refused the request or failed to process it.
   * @throws {UnexpectedResponseError} The response is not JSON.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const client = createMessagingClient(optionsFromEnvironment());
   * const path = '/batch/0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f';
   * console.log(await client.request('GET', path, { query: { details: true }, timeout: 5000 }));
   * ```
   */
  readonly request: CustomRequest;
}

/**
 * A client with an account's key: it sends messages and reads their receipts.
 *
 * @typeParam Safe - The option `safeResend`.
 * @typeParam Values - The option `unknownValues`.
 */
export interface AccountClient<Safe extends SafeResend = false, Values extends UnknownValues = 'refuse'>
  extends CommonClient {
  /** Messages, each with its own destination, sender and text. */
  readonly messages: Values extends 'refuse' ? Messages<Safe> : OpenMessages<Safe>;
  /** Batches: one text for many destinations; cancelling, and receipts. */
  readonly batches: Values extends 'refuse' ? Batches<Safe> : OpenBatches<Safe>;
  /**
   * Creates a client with other options, for one call or one tenant. It shares the remaining options, including the transport
   * and its connections. This client does not change.
   *
   * @param changes - The options that differ, keys included. `hooks` and `headers` replace those of this client; members of
   * `retry` are merged. With `organizationKey`, the new client also manages accounts.
   * @throws {ConfigurationError} An option is invalid.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const client = createMessagingClient(optionsFromEnvironment());
   * const tenant = client.with({ accountKey: 'fedcba9876543210fedcba9876543210', headers: { 'x-tenant': 'surgery-7' } });
   * await tenant.batches.listPending();
   * ```
   */
  readonly with: {
    <Next extends SafeResend = Safe, NextValues extends UnknownValues = Values>(
      changes: ClientChanges<Next, NextValues> & { organizationKey: string | undefined },
    ): MessagingClient<Next, NextValues>;
    <Next extends SafeResend = Safe, NextValues extends UnknownValues = Values>(
      changes: ClientChanges<Next, NextValues>,
    ): AccountClient<Next, NextValues>;
  };
}

/** A client with an organization's key: it manages accounts. */
export interface OrganizationClient extends CommonClient {
  /** The organization's accounts. */
  readonly accounts: Accounts;
  /**
   * Creates a client with other options: see {@link AccountClient.with}. With `accountKey`, the new client also sends.
   *
   * @param changes - The options that differ.
   * @throws {ConfigurationError} An option is invalid.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const client = createMessagingClient(optionsFromEnvironment(process.env, 'organization'));
   * const { accounts } = await client.with({ timeout: 60_000 }).accounts.list();
   * console.log(accounts.length);
   * ```
   */
  readonly with: {
    <Next extends SafeResend = false, NextValues extends UnknownValues = 'refuse'>(
      changes: ClientChanges<Next, NextValues> & { accountKey: string | undefined },
    ): MessagingClient<Next, NextValues>;
    (changes: ClientChanges): OrganizationClient;
  };
}

/**
 * A client with both keys.
 *
 * @typeParam Safe - The option `safeResend`.
 * @typeParam Values - The option `unknownValues`.
 */
export interface MessagingClient<Safe extends SafeResend = false, Values extends UnknownValues = 'refuse'>
  extends AccountClient<Safe, Values>,
    OrganizationClient {
  /**
   * Creates a client with other options: see {@link AccountClient.with}.
   *
   * @param changes - The options that differ.
   * @throws {ConfigurationError} An option is invalid.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const client = createMessagingClient({
   *   ...optionsFromEnvironment(),
   *   organizationKey: '00112233445566778899aabbccddeeff',
   * });
   * await client.with({ timeout: 60_000 }).batches.listPending();
   * ```
   */
  readonly with: <Next extends SafeResend = Safe, NextValues extends UnknownValues = Values>(
    changes: ClientChanges<Next, NextValues>,
  ) => MessagingClient<Next, NextValues>;
}

/**
 * The client that has a combination of keys. A key that may be set counts as set. If both are left out, the options are of type
 * `any`, so the client may have both.
 *
 * @typeParam Account - The type of `accountKey`.
 * @typeParam Organization - The type of `organizationKey`.
 */
export type ClientFor<
  Account,
  Organization,
  Safe extends SafeResend = false,
  Values extends UnknownValues = 'refuse',
> =
  IsLeftOut<Account> extends IsLeftOut<Organization>
    ? MessagingClient<Safe, KnownValues<Values>>
    : IsLeftOut<Organization> extends true
      ? AccountClient<Safe, KnownValues<Values>>
      : OrganizationClient;

/** A value that is only known at run time counts as the default, whose types are right for both. */
type KnownValues<Values extends UnknownValues> = 'refuse' extends Values ? 'refuse' : 'ignore';

/**
 * Creates a client. Its keys decide which operations it has: `messages` and `batches` with an account's key, `accounts`
 * with an organization's key, and `receiptCodes`, `request` and `with` with either key. The other operations do not exist,
 * neither in the type nor at run time. See KEY-2 and KEY-3.
 *
 * The client sends nothing until your first call. It checks each request before it sends it, and reads responses leniently:
 * only identifiers must be there (see the option `responses`). Every failure is a `MessagingError`. Calls that send, create
 * or charge are repeated only if the first request certainly had no effect: see {@link RetryOptions}. You cannot read the
 * keys from the client.
 *
 * @typeParam Account - The type of `accountKey`, which is inferred.
 * @typeParam Organization - The type of `organizationKey`, which is inferred.
 * @typeParam Safe - The type of `safeResend`, which is inferred.
 * @typeParam Values - The type of `unknownValues`, which is inferred.
 * @param options - One key or both, and the other options.
 * @throws {ConfigurationError} An option is invalid.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * const { messages } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   accountKey: '0123456789abcdef0123456789abcdef',
 * });
 * await messages.sendOne({ to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' });
 *
 * const { accounts } = createMessagingClient({
 *   baseUrl: 'https://api.example.com',
 *   organizationKey: '00112233445566778899aabbccddeeff',
 * });
 * console.log((await accounts.list()).accounts.length);
 * ```
 */
export function createMessagingClient<
  Account extends string | undefined = undefined,
  Organization extends string | undefined = undefined,
  Safe extends SafeResend = false,
  Values extends UnknownValues = 'refuse',
>(
  options: ClientOptions<Safe, Values> & ClientKeys<Account, Organization>,
): ClientFor<Account, Organization, Safe, Values>;
export function createMessagingClient(options: AnyClientOptions): unknown {
  const own = readClientOptions(options, 'baseUrl');
  return createClient(own, resolveOptions(own));
}

function createClient(own: AnyClientOptions, resolved: ResolvedOptions): unknown {
  const call = createCall(resolved);
  const receiptCodes = (callOptions?: CallOptions) =>
    call<ReceiptCode[]>(receiptCodeEndpoints.list, callOptions, () => ({}));
  // The declared type describes its members.
  return {
    ...(resolved.keys.account !== undefined && {
      messages: createMessages(call, resolved),
      batches: createBatches(call, resolved),
    }),
    ...(resolved.keys.organization !== undefined && { accounts: createAccounts(call, receiptCodes) }),
    receiptCodes,
    request: createCustomRequest(call, resolved),
    with: (changes: ClientChanges) => {
      const merged = mergeOptions(own, changes);
      const hasSameObservers = merged.hooks === own.hooks && merged.logger === own.logger;
      return createClient(merged, resolveOptions(merged, hasSameObservers ? resolved.deprecated : undefined));
    },
  } satisfies { readonly [Member in keyof MessagingClient]?: unknown };
}
