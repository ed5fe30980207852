import * as account from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { noQuerySchema } from './query.ts';

/** Operations on accounts, with the key of their organization: see `endpoints`. See KEY-3. */
export const accountEndpoints = {
  /**
   * List accounts. Returns every account of the organization, including deleted accounts. Response: the accounts of the
   * organization with their credits and settings. See ACC-2.
   */
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
  /**
   * Create account. Creates an account and returns its API key. The key is shown only in this response. Response: the
   * account exists. The response has its identifier and its API key. See ACC-3 and KEY-5.
   */
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
  /**
   * Edit account. Changes the credit settings, the inbound webhook and the schedule of an account. Members that are left
   * out keep their values. Response: the changes are stored. See ACC-4.
   */
  update: {
    method: 'PATCH',
    path: '/account/{accountUuid}',
    key: 'organization',
    query: noQuerySchema,
    body: account.editAccountRequestSchema,
    response: account.editAccountResponseSchema,
    idempotent: true,
  },
  /**
   * Top up account. Moves credits from the organization to the paid credits of an account. Response: the credits are added.
   * See ACC-8, CRD-9 and ERR-3.
   */
  topUp: {
    method: 'PATCH',
    path: '/topup',
    key: 'organization',
    query: noQuerySchema,
    body: account.topUpRequestSchema,
    response: account.statusResponseSchema,
    idempotent: false,
  },
  /**
   * Top up account. A body with only `topup` adds paid credits to the account instead, as `PATCH /topup` does. Response:
   * the credits are added. See ACC-9.
   */
  topUpOnAccountPath: {
    method: 'PATCH',
    path: '/account/{accountUuid}',
    key: 'organization',
    query: noQuerySchema,
    body: account.accountTopUpRequestSchema,
    bodyMember: 'topup',
    response: account.statusResponseSchema,
    idempotent: false,
  },
  /**
   * Deactivate account. Deactivates an account: its API key stops working, and the list of accounts shows it as deleted.
   * Response: the account is deactivated. See ACC-10.
   */
  deactivate: {
    method: 'DELETE',
    path: '/account/{accountUuid}',
    key: 'organization',
    query: noQuerySchema,
    body: null,
    response: account.statusResponseSchema,
    idempotent: true,
  },
} as const satisfies Record<string, Endpoint>;
