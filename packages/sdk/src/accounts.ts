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
import type { Call, CallPromise } from './call/call.ts';
import { isRecord } from './call/values.ts';
import type { CallOptions } from './options/options.ts';

/** Operations on the accounts of the organization. */
export interface Accounts {
  /**
   * Lists the accounts with their credits, including deleted ones. See ACC-2.
   *
   * @param options - The options of any call.
   * @throws {InvalidKeyError} The key is unknown, or it is not an organization's key.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const client = createMessagingClient(optionsFromEnvironment(process.env, 'organization'));
   * for (const { name, credits } of (await client.accounts.list()).accounts) console.log(name, credits);
   * ```
   */
  list: (options?: CallOptions) => CallPromise<AccountsResponse>;

  /**
   * Creates an account. A failed call is repeated only if it certainly had no effect. After an error with `maybeSent`,
   * look for the name in the list. See ACC-3 and KEY-5.
   *
   * @param account - Its name, 1 to 200 characters.
   * @param options - The options of any call.
   * @returns The account UUID, as `identifier`, and the account's API key, which is never shown again.
   * @throws {RequestValidationError} The name is empty or too long; nothing was sent.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { accounts } = createMessagingClient(optionsFromEnvironment(process.env, 'organization'));
   * const { identifier, apiKey } = await accounts.create({ name: 'Reception' });
   * await accounts.topUp({ accountUuid: identifier, topup: 400 });
   * console.log(apiKey.length);
   * ```
   */
  create: (account: CreateAccountRequest, options?: CallOptions) => CallPromise<CreateAccountResponse>;

  /**
   * Changes the configuration of an account. Members that are not set do not change. See ACC-4.
   *
   * @param accountUuid - Account UUID.
   * @param changes - Any combination of members.
   * @param options - The options of any call.
   * @throws {RequestValidationError} A change is invalid, such as a schedule that is not standard cron; nothing was sent.
   * @throws {NotFoundError} The organization does not have the account, or it was deleted.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { accounts } = createMessagingClient(optionsFromEnvironment(process.env, 'organization'));
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
   * Adds paid credits to an account. A failed call is repeated only if it certainly had no effect. After an error with
   * `maybeSent`, compare the account's `paid_credits.remaining`. See ACC-8 and CRD-9.
   *
   * @param topUp - The account UUID and the number of credits to add, at least 1.
   * @param options - The options of any call.
   * @throws {RequestValidationError} The account UUID or the number is invalid; nothing was sent.
   * @throws {InsufficientCreditsError} The organization has too few credits.
   * @throws {NotFoundError} The organization does not have the account, or it was deleted.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { accounts } = createMessagingClient(optionsFromEnvironment(process.env, 'organization'));
   * await accounts.topUp({ accountUuid: '0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f', topup: 400 });
   * ```
   */
  topUp: (topUp: TopUpRequest, options?: CallOptions) => CallPromise<TopUpResponse>;

  /**
   * Deactivates an account. Its key stops working, and it is listed with `deleted: true`. See ACC-10.
   *
   * @param accountUuid - Account UUID.
   * @param options - The options of any call.
   * @throws {RequestValidationError} `accountUuid` is not a UUID; nothing was sent.
   * @throws {NotFoundError} The organization does not have the account, or it was deleted before.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { accounts } = createMessagingClient(optionsFromEnvironment(process.env, 'organization'));
   * await accounts.deactivate('0190f3c4-5b6a-7c8d-9e0f-1a2b3c4d5e6f');
   * ```
   */
  deactivate: (accountUuid: string, options?: CallOptions) => CallPromise<DeactivateAccountResponse>;

  /**
   * Lists the receipt codes and their meaning. The same as {@link CommonClient.receiptCodes}. See RCP-4.
   *
   * @param options - The options of any call.
   * @throws {InvalidKeyError} The key is unknown.
   *
   * @example
   * ```ts
   * import { createMessagingClient, optionsFromEnvironment } from '@messaging-service/sdk';
   *
   * const { accounts } = createMessagingClient(optionsFromEnvironment(process.env, 'organization'));
   * for (const { code, description } of await accounts.receiptCodes()) console.log(code, description);
   * ```
   */
  receiptCodes: (options?: CallOptions) => CallPromise<ReceiptCode[]>;
}

/** Creates the operations on accounts. */
export function createAccounts(call: Call, receiptCodes: Accounts['receiptCodes']): Accounts {
  const rows = accountEndpoints;
  return {
    list: (options) => call(rows.list, options, () => ({})),
    create: (account, options) => call(rows.create, options, () => ({ body: account })),
    update: (accountUuid, changes, options) =>
      call(rows.update, options, () => ({ parameters: { accountUuid }, body: writeChanges(changes) })),
    topUp: (body, options) => call(rows.topUp, options, () => ({ body })),
    deactivate: (accountUuid, options) =>
      call(rows.deactivate, options, () => ({ parameters: { accountUuid } })),
    receiptCodes,
  };
}

/** Writes both names of a flag of packaged credits, because the specification uses both. */
function writeChanges(changes: unknown): unknown {
  if (!isRecord(changes) || !isRecord(changes.packaged_credits)) return changes;
  const packaged = writeBothSpellings(changes.packaged_credits, PACKAGED_CREDITS_SPELLINGS);
  return { ...changes, packaged_credits: packaged };
}
