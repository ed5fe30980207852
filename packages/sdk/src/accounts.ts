import {
  type AccountsResponse,
  accountEndpoints,
  type CreateAccountRequest,
  type CreateAccountResponse,
  type DeactivateAccountResponse,
  type EditAccountRequest,
  type EditAccountResponse,
  PACKAGED_CREDITS_SPELLINGS,
  type ReceiptCode,
  type TopUpRequest,
  type TopUpResponse,
  writeBothSpellings,
} from '@messaging-service/contract';
import type { CallPromise } from './call/call-promise.ts';
import type { RequestFunction } from './call/request.ts';
import { isRecord } from './call/values.ts';
import type { CallOptions } from './options/options.ts';

/** The operations on the organization's accounts. */
export interface Accounts {
  /** Lists the accounts with their credits, deleted ones included. */
  list: (options?: CallOptions) => CallPromise<AccountsResponse>;

  /**
   * Creates an account. It is repeated only where it provably did nothing: after an error with `maybeSent`, look for
   * the name in the list.
   *
   * @param account - Its name, 1 to 200 characters.
   * @returns The account UUID, as `identifier`, and the account's API key, which is never shown again.
   * @throws {RequestValidationError} The name is empty or too long; nothing was sent.
   *
   * @example
   * ```ts
   * import { createMessagingClient } from '@messaging-service/sdk';
   *
   * const { accounts } = createMessagingClient({ baseUrl: 'https://api.example.com', organizationKey: '0123456789abcdef0123456789abcdef' });
   * const { identifier, apiKey } = await accounts.create({ name: 'Reception' });
   * await accounts.topUp({ accountUuid: identifier, topup: 400 });
   * console.log(apiKey.length);
   * ```
   */
  create: (account: CreateAccountRequest, options?: CallOptions) => CallPromise<CreateAccountResponse>;

  /**
   * Changes an account's configuration: any combination of members, and what is left out stays.
   *
   * @param accountUuid - Account UUID.
   * @param changes - What to change.
   * @throws {RequestValidationError} Something is wrong with the changes, such as a schedule that is not standard cron.
   * @throws {NotFoundError} The organization has no such account, or it was deleted.
   *
   * @example
   * ```ts
   * import { createMessagingClient } from '@messaging-service/sdk';
   *
   * const { accounts } = createMessagingClient({ baseUrl: 'https://api.example.com', organizationKey: '0123456789abcdef0123456789abcdef' });
   * await accounts.update('0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', {
   *   packaged_credits: { schedule_refill: true, schedule_refill_amount: 1000 },
   *   schedule: '0 0 1 * *',
   * });
   * ```
   */
  update: (
    accountUuid: string,
    changes: EditAccountRequest,
    options?: CallOptions,
  ) => CallPromise<EditAccountResponse>;

  /**
   * Adds paid credits to an account. It is repeated only where it provably did nothing: after an error with `maybeSent`,
   * compare the account's `paid_credits.remaining`.
   *
   * @param topUp - The account UUID and how many credits to add, at least 1.
   * @throws {InsufficientCreditsError} The organization has too few credits.
   * @throws {NotFoundError} The organization has no such account, or it was deleted.
   */
  topUp: (topUp: TopUpRequest, options?: CallOptions) => CallPromise<TopUpResponse>;

  /**
   * Deactivates an account: its key stops working, and it is listed with `deleted: true`.
   *
   * @param accountUuid - Account UUID.
   * @throws {NotFoundError} The organization has no such account, or it was deleted before.
   */
  deactivate: (accountUuid: string, options?: CallOptions) => CallPromise<DeactivateAccountResponse>;

  /** Lists the receipt codes and what they mean, as the client's own `receiptCodes` does. */
  receiptCodes: (options?: CallOptions) => CallPromise<ReceiptCode[]>;
}

/** Makes the operations on accounts. */
export function createAccounts(request: RequestFunction, receiptCodes: Accounts['receiptCodes']): Accounts {
  const rows = accountEndpoints;
  return {
    list: (options) => request(rows.list, options, () => ({})),
    create: (account, options) => request(rows.create, options, () => ({ body: account })),
    update: (accountUuid, changes, options) =>
      request(rows.update, options, () => ({ parameters: { accountUuid }, body: writeChanges(changes) })),
    topUp: (body, options) => request(rows.topUp, options, () => ({ body })),
    deactivate: (accountUuid, options) =>
      request(rows.deactivate, options, () => ({ parameters: { accountUuid } })),
    receiptCodes,
  };
}

/** The field table and the samples of the specification name a flag of packaged credits differently. */
function writeChanges(changes: unknown): unknown {
  if (!isRecord(changes) || !isRecord(changes.packaged_credits)) return changes;
  const packaged = writeBothSpellings(changes.packaged_credits, PACKAGED_CREDITS_SPELLINGS);
  return { ...changes, packaged_credits: packaged };
}
