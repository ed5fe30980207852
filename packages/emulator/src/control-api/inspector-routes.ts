import {
  accountTopUpRequestSchema,
  createAccountRequestSchema,
  editAccountRequestSchema,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { CATALOGUE } from '../domain/rules/receipts.ts';
import { Rejection } from '../domain/state/rejection.ts';
import { mustGet, type Organization, type State } from '../domain/state/state.ts';
import { createAccount, editAccount, requireAccount, topUpAccount } from '../domain/use-cases/accounts.ts';
import { listAccountOverviews, listSenderLocks } from '../domain/views/account-overview.ts';
import { listHandsets, readConversation } from '../domain/views/handset-list.ts';
import type { Service } from '../service/service.ts';
import {
  bounds,
  conversationQuerySchema,
  handsetsQuerySchema,
  ledgerQuerySchema,
  limitSchema,
  windowQuerySchema,
} from './list-query.ts';
import { type ControlRoute, route } from './route.ts';
import { instantQuerySchema, nothing } from './schemas.ts';
import type { AccountsResponse, LocksResponse } from './types.ts';
import { viewJob } from './views/job.ts';
import { readLedger } from './views/ledger.ts';
import { listEntries } from './views/ledger-entries.ts';
import { viewOverview } from './views/overview.ts';
import { viewCarrier, viewClock, viewMove } from './views/server.ts';

const overviewQuerySchema = z.strictObject({ since: z.optional(instantQuerySchema) });
const limitQuerySchema = z.strictObject({ limit: z.optional(limitSchema) });

/** The calls of the inspector beyond the rest of the control API. Other callers may use them, too. */
export const INSPECTOR_ROUTES: readonly ControlRoute[] = [
  route(200, 'GET', '/jobs', limitQuerySchema, null, ({ service, query }) => ({
    jobs: service.core.agenda
      .upcoming(bounds(query).limit)
      .map(({ dueAt, job }) => viewJob(stateOf(service), dueAt, job)),
  })),
  route(200, 'GET', '/overview', overviewQuerySchema, null, ({ service, query: { since } }) =>
    viewOverview(service, since ?? 0),
  ),
  route(200, 'GET', '/carrier', nothing, null, ({ service }) => viewCarrier(service)),
  route(200, 'GET', '/receipt-codes', nothing, null, () => ({ codes: CATALOGUE })),
  route(200, 'GET', '/handsets', handsetsQuerySchema, null, ({ service, query }) => {
    const until = query.until === undefined ? undefined : service.positionOf(query.until, 'until');
    const { rows, ...rest } = listHandsets(stateOf(service), { q: query.q, until }, bounds(query));
    return { handsets: rows, ...rest };
  }),
  route(200, 'GET', '/handsets/{id}', conversationQuerySchema, null, ({ service, id, query }) =>
    readConversation(stateOf(service), id, { limit: bounds(query).limit, offset: query.offset }),
  ),
  route(200, 'GET', '/accounts', nothing, null, ({ service }) => {
    const { state, policy, driver } = service.core;
    return {
      organizations: [...state.organizations.values()].map(({ uuid: identifier, ...rest }) => ({
        identifier,
        ...rest,
      })),
      accounts: listAccountOverviews(state, policy, driver.now()),
      sharedSenders: state.sharedSenders,
    } satisfies AccountsResponse;
  }),
  route(
    201,
    'POST',
    '/organizations/{id}/accounts',
    nothing,
    createAccountRequestSchema,
    ({ service, id, body }) =>
      service.execute((tx) => {
        const organization = tx.state.organizations.get(id.toLowerCase()) ?? missing(`organization ${id}`);
        return createAccount(tx, organization, body);
      }),
  ),
  route(200, 'PATCH', '/accounts/{id}', nothing, editAccountRequestSchema, ({ service, id, body }) =>
    service.execute((tx) => editAccount(tx, ownerOf(tx.state, id), id, body)),
  ),
  route(200, 'POST', '/accounts/{id}/topup', nothing, accountTopUpRequestSchema, ({ service, id, body }) => {
    service.execute((tx) => topUpAccount(tx, ownerOf(tx.state, id), id, body.topup));
    return {};
  }),
  route(200, 'GET', '/clock/moves', nothing, null, ({ service }) => ({
    moves: service.moves.list().map(viewMove),
  })),
  route(200, 'POST', '/clock/moves/{id}/undo', nothing, nothing, async ({ service, id }) => {
    await service.moves.undo(id);
    return viewClock(service);
  }),
  route(200, 'GET', '/accounts/{id}/ledger', ledgerQuerySchema, null, ({ service, id, query }) =>
    readLedger(service.core, requireAccount(stateOf(service), id), query.cursor),
  ),
  route(200, 'GET', '/accounts/{id}/entries', windowQuerySchema, null, ({ service, id, query }) => {
    const account = requireAccount(stateOf(service), id);
    const search = { q: query.q, now: service.core.driver.now() };
    const { rows, ...rest } = listEntries(stateOf(service), account, search, bounds(query));
    return { entries: rows, ...rest };
  }),
  route(200, 'GET', '/accounts/{id}/locks', windowQuerySchema, null, ({ service, id, query }) => {
    const { uuid } = requireAccount(stateOf(service), id);
    const { rows, ...rest } = listSenderLocks(stateOf(service), uuid, query.q ?? '', bounds(query));
    return { locks: rows, ...rest } satisfies LocksResponse;
  }),
];

function stateOf(service: Service): State {
  return service.core.state;
}

function missing(what: string): never {
  throw new Rejection('not_found', `There is no ${what}.`);
}

function ownerOf(state: State, accountUuid: string): Organization {
  return mustGet(state.organizations, requireAccount(state, accountUuid).organizationUuid);
}
