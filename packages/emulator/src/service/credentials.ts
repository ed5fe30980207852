import { mustGet, type State } from '../domain/state/state.ts';
import type { InitialIdentifiers } from '../runtime/options/initial-state.ts';

/** An organization and its key. */
export interface OrganizationCredentials {
  /** Its UUID. */
  readonly identifier: string;
  /** Its API key. */
  readonly apiKey: string;
}

/** An account, its key, and its sender IDs. */
export interface AccountCredentials {
  /** Its UUID. */
  readonly identifier: string;
  /** Its API key. */
  readonly apiKey: string;
  /** Sender IDs it owns. */
  readonly senders: readonly string[];
}

/** The credentials that exist from the start. */
export interface Credentials {
  /** The organization, which has the pool of shared sender IDs. */
  readonly organization: OrganizationCredentials;
  /** The first of `accounts`; null if there is none. */
  readonly account: AccountCredentials | null;
  /** Its accounts, the default one first. */
  readonly accounts: readonly AccountCredentials[];
  /** The pool of shared sender IDs. */
  readonly sharedSenders: readonly string[];
}

/**
 * Returns the first account of an emulator.
 *
 * @throws {Error} The emulator started without accounts.
 */
export function firstAccount(accounts: readonly AccountCredentials[]): AccountCredentials {
  const [first] = accounts;
  if (first !== undefined) return first;
  throw new Error(
    'The emulator has no account, because it was started with an empty list of accounts. Remove "accounts: []" from its options, or create an account with the organization key.',
  );
}

/** Reads the keys and sender IDs of the organization and the accounts that exist from the start. */
export function readCredentials(state: State, initial: InitialIdentifiers): Credentials {
  const accounts = initial.accountUuids.map((identifier) => ({
    identifier,
    apiKey: mustGet(state.accounts, identifier).apiKey,
    senders: [...state.senderOwners].filter(([, owner]) => owner === identifier).map(([sender]) => sender),
  }));
  const { uuid, apiKey } = mustGet(state.organizations, initial.organizationUuid);
  return {
    organization: { identifier: uuid, apiKey },
    account: accounts[0] ?? null,
    accounts,
    sharedSenders: state.sharedSenders,
  };
}
