import { formatTimestamp } from '@messaging-service/contract';
import type { Core } from '@messaging-service/emulator/host';
import {
  type Account,
  apiKeySchema,
  type Endpoint,
  EXAMPLES,
  endpoint,
  nextRuns,
  openList,
  parseSearch,
  part,
  requireAccount,
  type State,
  sharedSenders,
  text,
  uuid,
  viewAccount,
  windowOf,
  windowQuery,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';

const locksAnswer = z.looseObject({
  locks: openList('The locks of the part: each keeps a number at one shared sender ID.', {
    number: text('Number of the handset: digits without a plus.', EXAMPLES.handset),
    sender: text('Sender ID: a name or a number, 1 to 64 characters.', 'SHOP'),
  }),
  ...part,
});

const accountsAnswer = z.strictObject({
  organizations: openList('The organizations and their keys.', {
    identifier: uuid('Organization UUID.', EXAMPLES.organization),
    apiKey: apiKeySchema,
  }),
  accounts: openList('The accounts, in the order in which they were created.', {
    apiKey: apiKeySchema,
  }),
  sharedSenders,
});

/** Organizations and accounts, as the page shows them. */
export const ACCOUNT_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listAccounts', 'GET /accounts', {
    tag: 'inspector',
    description: 'Lists organizations and accounts with their keys.',
    answer: accountsAnswer,
    run: ({ service }) => viewAccounts(service.core),
  }),
  endpoint('listLocks', 'GET /accounts/{id}/locks', {
    tag: 'inspector',
    id: ['A UUID.', EXAMPLES.account],
    description: 'Lists the shared sender IDs that are locked to an account.',
    query: windowQuery,
    answer: locksAnswer,
    run: ({ service: { core }, id: given, query }) => viewLocks(core.state, given, query),
  }),
];

/** Organizations and accounts with their keys, in order of creation. */
export function viewAccounts(core: Core) {
  const { organizations, accounts, senderOwners, sharedSenders: pool } = core.state;
  const owned = Map.groupBy(senderOwners, ([, owner]) => owner);
  return {
    organizations: Array.from(organizations.values(), ({ uuid: identifier, ...rest }) => ({
      identifier,
      ...rest,
    })),
    accounts: Array.from(accounts.values(), (account) => {
      const senders = (owned.get(account.uuid) ?? []).map(([name]) => name);
      return describeAccount(core, account, senders);
    }),
    sharedSenders: pool,
  };
}

/** An account, including the members that the public API does not show. */
function describeAccount(core: Core, account: Account, senders: readonly string[]) {
  const { notificationsOf } = core.state.index;
  return {
    ...viewAccount(account),
    organizationUuid: account.organizationUuid,
    apiKey: account.apiKey,
    senders,
    /** Whether inbound webhooks are signed. */
    signsInbound: account.mo.secret !== '',
    notifications: notificationsOf.get(account.uuid) ?? [],
    nextRuns: nextRuns(core.policy, account, core.driver.now(), RUNS_SHOWN).map((at) => formatTimestamp(at)),
  };
}

const RUNS_SHOWN = 5;

/** Part of the shared sender IDs that are locked to an account, by number. */
export function viewLocks(state: State, accountUuid: string, query: z.output<typeof windowQuery>) {
  const { uuid: owner } = requireAccount(state, accountUuid);
  const locks = [...state.senderLocks].flatMap(([number, all]) =>
    all.filter((lock) => lock.accountUuid === owner).map((lock) => ({ number, sender: lock.sender })),
  );
  const accepts = parseSearch<(typeof locks)[number]>(query.q, {}, ({ number, sender: name }) => ({
    texts: [name],
    numbers: [number],
  }));
  const { rows, ...rest } = windowOf(locks, query, {
    accepts,
    view: (lock) => lock,
    idOf: ({ number }) => number,
  });
  return { locks: rows, ...rest };
}
