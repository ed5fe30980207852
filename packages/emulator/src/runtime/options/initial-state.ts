import type { Account, Organization } from '../../domain/state/state.ts';
import type { Transaction } from '../../domain/state/transaction.ts';
import { editAccount, openAccount } from '../../domain/use-cases/accounts.ts';
import { createNotification } from '../../domain/use-cases/notifications.ts';
import { openOrganization } from '../../domain/use-cases/organizations.ts';
import { registerSender, replaceSharedSenders } from '../../domain/use-cases/senders.ts';
import { carrierDefault } from './carrier.ts';
import type { AccountOptions, EmulatorOptions } from './options.ts';

/** Key of the organization that is the same in every emulator, so that a configuration can contain it. */
export const ORGANIZATION_KEY = 'facade00facade00facade00facade00';
/** Key of the first account that is the same in every emulator. */
export const ACCOUNT_KEY = 'decade00decade00decade00decade00';

/** The account that exists from the start when none are configured. */
export const DEFAULT_ACCOUNT: AccountOptions = {
  name: 'Demo account',
  credits: 1_000,
  senders: ['DEMO', '447700900990'],
};
/** The default pool of shared sender IDs. */
export const DEFAULT_SHARED_SENDERS = Array.from({ length: 10 }, (_, index) => `44770090098${index}`);

/** The identifiers of the organization and the accounts that exist from the start. */
export interface InitialIdentifiers {
  readonly organizationUuid: string;
  readonly accountUuids: readonly string[];
}

/**
 * Creates the state that a service begins with: its organization, accounts, pool and carrier, as facts like any other. See EMU-15.
 *
 * @param fixedKeys - Whether the organization and the first account get the documented keys instead of generated ones.
 */
export function createInitialState(
  tx: Transaction,
  options: EmulatorOptions,
  fixedKeys: boolean,
): InitialIdentifiers {
  tx.record({ type: 'carrier-set', carrier: carrierDefault(options.carrier ?? {}) });
  const fixedKey = fixedKeys ? ORGANIZATION_KEY : undefined;
  const { name = 'Demo organization', apiKey = fixedKey, ...others } = options.organization ?? {};
  const organization = openOrganization(tx, { name, apiKey, ...others });
  replaceSharedSenders(tx, options.sharedSenders ?? DEFAULT_SHARED_SENDERS);
  const accounts = (options.accounts ?? [DEFAULT_ACCOUNT]).map((account, index) =>
    createInitialAccount(tx, organization, account, fixedKeys && index === 0),
  );
  return { organizationUuid: organization.uuid, accountUuids: accounts.map(({ uuid }) => uuid) };
}

function createInitialAccount(
  tx: Transaction,
  organization: Organization,
  options: AccountOptions,
  fixedKey: boolean,
): Account {
  const {
    name,
    identifier,
    apiKey,
    senders = [],
    credits = 0,
    packagedCredits = 0,
    notifications = [],
    ...edits
  } = options;
  const account = openAccount(tx, organization, {
    name: name ?? 'Account',
    uuid: identifier?.toLowerCase(),
    apiKey: apiKey ?? (fixedKey ? ACCOUNT_KEY : undefined),
  });
  for (const sender of senders) registerSender(tx, account, sender);
  if (credits !== 0 || packagedCredits !== 0) {
    tx.record({
      type: 'credits-granted',
      accountUuid: account.uuid,
      paid: credits,
      packaged: packagedCredits,
      decidedBy: tx.origin,
    });
  }
  if (Object.keys(edits).length > 0) editAccount(tx, organization, account.uuid, edits);
  for (const notification of notifications) createNotification(tx, account, notification);
  return account;
}
