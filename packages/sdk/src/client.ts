import { type ReceiptCode, receiptCodeEndpoints } from '@messaging-service/contract';
import { type Accounts, createAccounts } from './accounts.ts';
import { type Batches, createBatches } from './batches/batches.ts';
import type { CallPromise } from './call/call-promise.ts';
import { createRequest } from './call/request.ts';
import { createMessages, type Messages } from './messages/messages.ts';
import type {
  AccountClientOptions,
  CallOptions,
  FullClientOptions,
  OrganizationClientOptions,
  SafeResend,
} from './options/options.ts';
import { resolveOptions } from './options/resolve-options.ts';

/** What a client of either key can do. */
export interface CommonClient {
  /** Lists the receipt codes and what they mean; any key will do. facts.md, 7. */
  readonly receiptCodes: (options?: CallOptions) => CallPromise<ReceiptCode[]>;
}

/**
 * A client with an account's key: it sends, and asks after what it sent.
 *
 * @typeParam Safe - The option `safeResend`.
 */
export interface AccountClient<Safe extends SafeResend = false> extends CommonClient {
  /** Messages, each with its own destination, sender and text. */
  readonly messages: Messages<Safe>;
  /** Batches: one text for many destinations; cancelling, and receipts. */
  readonly batches: Batches<Safe>;
}

/** A client with an organization's key: it manages accounts. */
export interface OrganizationClient extends CommonClient {
  /** The organization's accounts. */
  readonly accounts: Accounts;
}

/**
 * A client with both keys.
 *
 * @typeParam Safe - The option `safeResend`.
 */
export interface MessagingClient<Safe extends SafeResend = false>
  extends AccountClient<Safe>,
    OrganizationClient {}

/**
 * Makes a client that sends and manages accounts. See the overload with `accountKey` alone for the particulars.
 *
 * @param options - Both keys.
 * @throws {ConfigurationError} Something is wrong with the options.
 */
export function createMessagingClient<Safe extends SafeResend = false>(
  options: FullClientOptions<Safe>,
): MessagingClient<Safe>;
/**
 * Makes a client that manages accounts; it has no `messages` and `batches`, for which it lacks the key.
 *
 * @param options - The organization's key.
 * @throws {ConfigurationError} Something is wrong with the options.
 */
export function createMessagingClient(options: OrganizationClientOptions): OrganizationClient;
/**
 * Makes a client that sends. The keys decide what it has: with an account's key `messages` and `batches`, with an
 * organization's key `accounts`, and with either `receiptCodes`. What it lacks the key for is not there, neither in
 * its type nor when it runs.
 *
 * Nothing is sent or loaded until the first call. Requests are checked before they are sent, answers before they are
 * given back, and whatever fails is a `MessagingError`. What sends, creates or charges is repeated only where it provably
 * did nothing the first time: see {@link RetryOptions}. The keys cannot be read off the client.
 *
 * @param options - The account's key.
 * @throws {ConfigurationError} Something is wrong with the options.
 *
 * @example
 * ```ts
 * import { createMessagingClient } from '@messaging-service/sdk';
 *
 * const client = createMessagingClient({ baseUrl: 'https://api.example.com', accountKey: '0123456789abcdef0123456789abcdef' });
 * await client.messages.sendOne({ to: '447700900123', from: { type: 'shared' }, body: 'Your table is ready' });
 * ```
 */
export function createMessagingClient<Safe extends SafeResend = false>(
  options: AccountClientOptions<Safe>,
): AccountClient<Safe>;
export function createMessagingClient(
  options: FullClientOptions<SafeResend> | OrganizationClientOptions | AccountClientOptions<SafeResend>,
): Partial<MessagingClient<SafeResend>> {
  const resolved = resolveOptions(options);
  const request = createRequest(resolved);
  const receiptCodes = (callOptions?: CallOptions) =>
    request<ReceiptCode[]>(receiptCodeEndpoints.list, callOptions, () => ({}));
  return {
    ...(resolved.keys.account !== undefined && {
      messages: createMessages(request, resolved),
      batches: createBatches(request, resolved),
    }),
    ...(resolved.keys.organization !== undefined && { accounts: createAccounts(request, receiptCodes) }),
    receiptCodes,
  };
}
