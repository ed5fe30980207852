import type {
  AccountsResponse,
  CreateAccountRequest,
  CreateAccountResponse,
  EditAccountRequest,
  EditAccountResponse,
  TopUpResponse,
} from '@messaging-service/contract';
import { armSchedule } from '../rules/account-schedules.ts';
import { isExactBalance } from '../rules/credits.ts';
import { generateUnused, generateUnusedKey } from '../rules/identifiers.ts';
import type { AccountEdited } from '../state/facts.ts';
import { Rejection } from '../state/rejection.ts';
import { type Account, mustGet, type Organization, type State } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';
import { viewAccount } from '../views/account-view.ts';
import { discardBatch, pendingBatches } from './batches.ts';

const SUCCESS = { status: 'success' } as const;

/** The values of a new account whose keys must be known beforehand. */
export interface NewAccount {
  readonly name: string;
  readonly uuid?: string | undefined;
  readonly apiKey?: string | undefined;
}

/** List accounts, including deleted ones. See ACC-2. */
export function listAccounts(tx: Transaction, organization: Organization): AccountsResponse {
  const accounts = [...tx.state.accounts.values()].filter(
    (account) => account.organizationUuid === organization.uuid,
  );
  return { accounts: accounts.map(viewAccount) };
}

/** Create account. See ACC-3 and KEY-5. */
export function createAccount(
  tx: Transaction,
  organization: Organization,
  { name }: CreateAccountRequest,
): CreateAccountResponse {
  const account = openAccount(tx, organization, { name });
  return { identifier: account.uuid, apiKey: account.apiKey };
}

/** Opens an account, with the identifier and key given or with fresh ones. */
export function openAccount(
  tx: Transaction,
  organization: Organization,
  {
    name,
    uuid: accountUuid = generateUnused(tx.ids, tx.state.accounts),
    apiKey = generateUnusedKey(tx.ids, tx.state.principals),
  }: NewAccount,
): Account {
  tx.record({
    type: 'account-created',
    accountUuid,
    organizationUuid: organization.uuid,
    name,
    apiKey,
  });
  return mustGet(tx.state.accounts, accountUuid);
}

/** Edit account: any combination of members. See ACC-4. */
export function editAccount(
  tx: Transaction,
  organization: Organization,
  accountUuid: string,
  changes: EditAccountRequest,
): EditAccountResponse {
  const account = ownAccount(tx, organization, accountUuid);
  const { scheduleVersion } = account;
  requireExactBalance(account, 'packaged_credits.schedule_refill_amount', {
    refillAmount: changes.packaged_credits?.schedule_refill_amount,
  });
  tx.record({ type: 'account-edited', accountUuid: account.uuid, ...editOf(changes) });
  // The edit has moved the runs of the schedule.
  if (account.scheduleVersion !== scheduleVersion) armSchedule(tx, account);
  return SUCCESS;
}

/** Refuses a change after which the account could get a balance that is not exact, now or at a refill. */
function requireExactBalance(
  { paid, packaged }: Account,
  path: string,
  changed: { readonly paid?: number; readonly refillAmount?: number | undefined },
): void {
  const { paid: newPaid = paid.remaining, refillAmount = packaged.refillAmount } = changed;
  if (isExactBalance(newPaid, packaged.remaining, refillAmount)) return;
  throw new Rejection('invalid_request', 'The account cannot hold that many credits.', [
    { path, message: 'would take the balance beyond 2^53 - 1 credits, now or at a refill' },
  ]);
}

function editOf({ paid_credits: paid, packaged_credits: packaged, mo, schedule }: EditAccountRequest) {
  const edit: Omit<AccountEdited, 'type' | 'accountUuid'> = {
    paid: defined({
      allowNegative: paid?.allow_negative,
      negativeLimit: paid?.negative_limit,
      resetOnSchedule: paid?.schedule_reset_to_zero,
    }),
    packaged: defined({
      refillAmount: packaged?.schedule_refill_amount,
      refillOnSchedule: packaged?.schedule_refill,
    }),
    mo: defined({ url: mo?.mo_webhook_url, secret: mo?.mo_webhook_secret }),
    ...(schedule === undefined ? {} : { schedule: schedule === '' ? null : schedule }),
  };
  return edit;
}

/** Leaves out the members that do not change. */
function defined<T extends object>(members: T): { [Member in keyof T]?: Exclude<T[Member], undefined> } {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Member in keyof T]?: Exclude<T[Member], undefined> };
}

/** Top up account: the paid credits are taken from those of the organization. See ACC-8 and CRD-9. */
export function topUpAccount(
  tx: Transaction,
  organization: Organization,
  accountUuid: string,
  credits: number,
): TopUpResponse {
  const account = ownAccount(tx, organization, accountUuid);
  if (organization.credits !== null && organization.credits < credits) {
    throw new Rejection(
      'insufficient_credits',
      `The organization has ${organization.credits} credits left, too few for a top-up of ${credits}.`,
    );
  }
  requireExactBalance(account, 'topup', { paid: account.paid.remaining + credits });
  tx.record({ type: 'credits-topped-up', accountUuid: account.uuid, credits, decidedBy: tx.origin });
  return {};
}

/** Top up on the path of the account, which has another response. See ACC-9. */
export function topUpOnAccountPath(
  tx: Transaction,
  organization: Organization,
  accountUuid: string,
  credits: number,
): TopUpResponse {
  topUpAccount(tx, organization, accountUuid, credits);
  return SUCCESS;
}

/** Deactivate account: its key stops working, and its scheduled messages will never be sent. See ACC-10, ACC-11 and KEY-8. */
export function deactivateAccount(
  tx: Transaction,
  organization: Organization,
  accountUuid: string,
): EditAccountResponse {
  const account = ownAccount(tx, organization, accountUuid);
  for (const batch of pendingBatches(tx.state, account)) discardBatch(tx, account, batch);
  tx.record({ type: 'account-deactivated', accountUuid: account.uuid });
  return SUCCESS;
}

/** An organization sees neither the accounts of others nor deleted ones. See KEY-7 and ERR-3. */
function ownAccount(tx: Transaction, organization: Organization, accountUuid: string): Account {
  const account = tx.state.accounts.get(accountUuid.toLowerCase());
  if (account === undefined || account.deleted || account.organizationUuid !== organization.uuid) {
    throw new Rejection(
      'account_not_found',
      `The organization has no account ${accountUuid}, or it was deleted.`,
    );
  }
  return account;
}

/** An account of any organization, for tests and the control API. */
export function requireAccount(state: State, accountUuid: string): Account {
  const account = state.accounts.get(accountUuid.toLowerCase());
  if (account === undefined) throw new Rejection('account_not_found', `There is no account ${accountUuid}.`);
  return account;
}

/** The same, for changes that a deleted account cannot have. */
export function requireActiveAccount(state: State, accountUuid: string): Account {
  const account = requireAccount(state, accountUuid);
  if (account.deleted) throw new Rejection('account_not_found', `The account ${accountUuid} was deleted.`);
  return account;
}
