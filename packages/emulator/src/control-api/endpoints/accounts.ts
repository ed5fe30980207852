import {
  accountTopUpRequestSchema,
  createAccountRequestSchema,
  createAccountResponseSchema,
  editAccountRequestSchema,
  editAccountResponseSchema,
  senderIdSchema,
  statusResponseSchema,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { mustGet, type Organization, type State } from '../../domain/state/state.ts';
import {
  createAccount,
  editAccount,
  requireAccount,
  requireActiveAccount,
  topUpAccount,
} from '../../domain/use-cases/accounts.ts';
import { createNotification } from '../../domain/use-cases/notifications.ts';
import { openOrganization } from '../../domain/use-cases/organizations.ts';
import { registerSender, replaceSharedSenders } from '../../domain/use-cases/senders.ts';
import { listAccountOverviews, listSenderLocks } from '../../domain/views/account-overview.ts';
import { doc } from '../../runtime/options/doc.ts';
import {
  notificationSchema,
  organizationSchema,
  sharedSendersSchema,
} from '../../runtime/options/options-check.ts';
import { type Endpoint, endpoint, StatusResponse } from '../endpoint.ts';
import { found } from '../found.ts';
import { bounds, windowQuery } from '../queries.ts';
import type { AccountsResponse, LocksResponse } from '../types.ts';
import { readLedger } from '../views/ledger.ts';
import { listEntries } from '../views/ledger-entries.ts';
import {
  apiKey,
  count,
  EXAMPLES,
  instant,
  instantOrNull,
  part,
  sharedSenders,
  text,
  uuid,
} from '../views/values.ts';
import { organizationAnswer } from './server.ts';

const sender = ['Sender ID: a name or a number, 1 to 64 characters.', 'SHOP'] as const;

/** The whole ledger, or what came after an earlier response. */
const ledgerQuery = z.strictObject({
  cursor: doc(
    z.optional(
      z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/, 'must be the cursor of an earlier response')),
    ),
    'The `cursor` of an earlier response.',
    '7.3',
  ),
});

const seq = count('Number of the fact in the history of the service.', 7);
const at = instant('When it happened.');

const ledgerAnswer = z.strictObject({
  points: doc(
    z.array(
      z.looseObject({
        seq,
        at,
        paid: count('Paid credits; negative for debt.', 1000),
        packaged: count('Packaged credits.', 0),
        held: count('Credits held for scheduled messages.', 0),
      }),
    ),
    'The balances after each change, oldest first.',
  ),
  marks: doc(
    z.array(z.looseObject({ seq, at })),
    'Top-ups, refills, resets and crossed thresholds, oldest first.',
  ),
  keptSince: instantOrNull(
    'When the oldest change was made that is kept one by one; null if all are. Earlier ones are joined by hour.',
  ),
  cursor: text('Pass it to the next call to read only what came after this response.', '7.3'),
  isContinued: doc(
    z.boolean(),
    'Whether points and marks continue the response that had the cursor of the call.',
    true,
  ),
});

const entriesAnswer = z.looseObject({
  entries: doc(
    z.array(z.looseObject({ seq, at, text: text('Description for users.', '1 message to +447700900123') })),
    'The changes of credits of the part, oldest first.',
  ),
  ...part,
});

const locksAnswer = z.looseObject({
  locks: doc(
    z.array(
      z.looseObject({
        number: text('Number of the handset: digits without a plus.', EXAMPLES.handset),
        sender: text(...sender),
      }),
    ),
    'The locks of the part: each keeps a number at one shared sender ID.',
  ),
  ...part,
});

const accountsAnswer = z.strictObject({
  organizations: doc(
    z.array(z.looseObject({ identifier: uuid('Organization UUID.', EXAMPLES.organization), apiKey })),
    'The organizations and their keys.',
  ),
  accounts: doc(z.array(z.looseObject({ apiKey })), 'The accounts, in the order in which they were created.'),
  sharedSenders,
});

const id = ['A UUID.', EXAMPLES.account] as const;

/** Organizations, accounts, their credits and their sender IDs. */
export const ACCOUNT_ENDPOINTS: readonly Endpoint[] = [
  endpoint('createOrganization', 'POST /organizations', {
    tag: 'accounts',
    description: 'Creates an organization.',
    body: organizationSchema,
    answer: organizationAnswer,
    status: 201,
    run: ({ service, body }) => {
      const { uuid: identifier, apiKey } = service.execute((tx) => openOrganization(tx, body));
      return { identifier, apiKey };
    },
  }),
  endpoint('registerSender', 'POST /accounts/{id}/senders', {
    tag: 'accounts',
    id,
    description: 'Adds a custom sender ID to an account. The status is 200 if the account already owns it.',
    body: z.strictObject({ sender: doc(senderIdSchema, ...sender) }),
    answer: z.strictObject({ sender: text(...sender) }),
    status: 201,
    statuses: [200],
    refusals: ['not_found', 'conflict'],
    run: ({ service, id: given, body: { sender: added } }) =>
      service.execute((tx) => {
        const account = requireActiveAccount(tx.state, given);
        const owned = tx.state.senderOwners.get(added) === account.uuid;
        registerSender(tx, account, added);
        return new StatusResponse(owned ? 200 : 201, { sender: added });
      }),
  }),
  endpoint('setSharedSenders', 'PUT /shared-senders', {
    tag: 'accounts',
    description: 'Replaces the pool of shared sender IDs. Locks stay.',
    body: z.strictObject({
      senders: doc(
        sharedSendersSchema,
        'Shared sender IDs. A number gets a random one of them.',
        EXAMPLES.sharedSenders,
      ),
    }),
    answer: z.strictObject({ senders: sharedSenders }),
    refusals: ['conflict'],
    run: ({ service, body: { senders } }) => {
      service.execute((tx) => replaceSharedSenders(tx, senders));
      return { senders: service.core.state.sharedSenders };
    },
  }),
  endpoint('createNotification', 'POST /accounts/{id}/notifications', {
    tag: 'accounts',
    id,
    description: 'Creates a credit notification.',
    body: notificationSchema,
    answer: z.strictObject({
      notification_uuid: uuid('UUID of the credit notification.', '0c3b1f5e-6f0a-4d8e-9d43-5b8f7a1c2e60'),
    }),
    status: 201,
    run: ({ service, id: given, body }) => ({
      notification_uuid: service.execute((tx) =>
        createNotification(tx, requireActiveAccount(tx.state, given), body),
      ),
    }),
  }),
  endpoint('listAccounts', 'GET /accounts', {
    tag: 'inspector',
    description: 'Lists organizations and accounts with their keys.',
    answer: accountsAnswer,
    run: ({ service }) => {
      const { state, policy, driver } = service.core;
      return {
        organizations: [...state.organizations.values()].map(({ uuid: identifier, ...rest }) => ({
          identifier,
          ...rest,
        })),
        accounts: listAccountOverviews(state, policy, driver.now()),
        sharedSenders: state.sharedSenders,
      } satisfies AccountsResponse;
    },
  }),
  endpoint('createAccount', 'POST /organizations/{id}/accounts', {
    tag: 'inspector',
    id: ['A UUID.', EXAMPLES.organization],
    description: 'Creates an account without a key.',
    body: createAccountRequestSchema,
    answer: createAccountResponseSchema,
    status: 201,
    run: ({ service, id: given, body }) =>
      service.execute((tx) => {
        return createAccount(tx, found(tx.state.organizations, given, 'organization'), body);
      }),
  }),
  endpoint('editAccount', 'PATCH /accounts/{id}', {
    tag: 'inspector',
    id,
    description: 'Edits an account without a key.',
    body: editAccountRequestSchema,
    answer: editAccountResponseSchema,
    run: ({ service, id: given, body }) =>
      service.execute((tx) => editAccount(tx, ownerOf(tx.state, given), given, body)),
  }),
  endpoint('topUpAccount', 'POST /accounts/{id}/topup', {
    tag: 'inspector',
    id,
    description: 'Tops up an account without a key.',
    body: accountTopUpRequestSchema,
    answer: statusResponseSchema,
    refusals: ['not_found', 'insufficient_credits'],
    run: ({ service, id: given, body }) => {
      service.execute((tx) => topUpAccount(tx, ownerOf(tx.state, given), given, body.topup));
      return {};
    },
  }),
  endpoint('getLedger', 'GET /accounts/{id}/ledger', {
    tag: 'inspector',
    id,
    description:
      'Returns the credits of an account over time: all of them or, with the `cursor` of an earlier response, only what came after it.',
    query: ledgerQuery,
    answer: ledgerAnswer,
    run: ({ service: { core }, id: given, query }) =>
      readLedger(core, requireAccount(core.state, given), query.cursor),
  }),
  endpoint('listEntries', 'GET /accounts/{id}/entries', {
    tag: 'inspector',
    id,
    description: 'Lists the changes of the credits of an account, each with its batch.',
    query: windowQuery,
    answer: entriesAnswer,
    run: ({ service, id: given, query }) => {
      const { state, driver } = service.core;
      const account = requireAccount(state, given);
      const search = { q: query.q, now: driver.now() };
      const { rows, ...rest } = listEntries(state, account, search, bounds(query));
      return { entries: rows, ...rest };
    },
  }),
  endpoint('listLocks', 'GET /accounts/{id}/locks', {
    tag: 'inspector',
    id,
    description: 'Lists the shared sender IDs that are locked to an account.',
    query: windowQuery,
    answer: locksAnswer,
    run: ({ service, id: given, query }) => {
      const { state } = service.core;
      const account = requireAccount(state, given);
      const { rows, ...rest } = listSenderLocks(state, account.uuid, query.q ?? '', bounds(query));
      return { locks: rows, ...rest } satisfies LocksResponse;
    },
  }),
];

function ownerOf(state: State, accountUuid: string): Organization {
  return mustGet(state.organizations, requireAccount(state, accountUuid).organizationUuid);
}
