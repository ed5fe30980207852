import * as account from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { noQuerySchema } from './query.ts';

/** Operations on accounts: see `endpoints`. */
export const accountEndpoints = {
  /** List accounts, including deleted ones. See ACC-2. */
  list: {
    method: 'GET',
    path: '/account',
    key: 'organization',
    query: noQuerySchema,
    body: null,
    response: account.accountsResponseSchema,
    essential: ['accounts.*.identifier'],
    idempotent: true,
  },
  /** Create account: only the response of this call contains its API key. See ACC-3 and KEY-5. */
  create: {
    method: 'POST',
    path: '/account',
    key: 'organization',
    query: noQuerySchema,
    body: account.createAccountRequestSchema,
    response: account.createAccountResponseSchema,
    essential: ['identifier', 'apiKey'],
    idempotent: false,
  },
  /** Edit account. See ACC-4. */
  update: {
    method: 'PATCH',
    path: '/account/{accountUuid}',
    key: 'organization',
    query: noQuerySchema,
    body: account.editAccountRequestSchema,
    response: account.editAccountResponseSchema,
    essential: [],
    idempotent: true,
  },
  /** Top up account: adds paid credits. See ACC-8, CRD-9 and ERR-3. */
  topUp: {
    method: 'PATCH',
    path: '/topup',
    key: 'organization',
    query: noQuerySchema,
    body: account.topUpRequestSchema,
    response: account.statusResponseSchema,
    essential: [],
    idempotent: false,
  },
  /** Top up account on the account's own path, which it shares with edit-account. See ACC-9. */
  topUpOnAccountPath: {
    method: 'PATCH',
    path: '/account/{accountUuid}',
    key: 'organization',
    query: noQuerySchema,
    body: account.accountTopUpRequestSchema,
    bodyMember: 'topup',
    response: account.statusResponseSchema,
    essential: [],
    idempotent: false,
  },
  /** Deactivate account: its key stops working and it is listed as deleted. See ACC-10. */
  deactivate: {
    method: 'DELETE',
    path: '/account/{accountUuid}',
    key: 'organization',
    query: noQuerySchema,
    body: null,
    response: account.statusResponseSchema,
    essential: [],
    idempotent: true,
  },
} as const satisfies Record<string, Endpoint>;
