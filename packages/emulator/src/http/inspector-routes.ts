import {
  accountTopUpRequestSchema,
  createAccountRequestSchema,
  editAccountRequestSchema,
  formatTimestamp,
  type InboundMessage,
} from '@messaging-service/contract';
import * as z from 'zod/mini';
import { listAccountOverviews, listSenderLocks } from '../domain/account-overview.ts';
import { createAccount, editAccount, requireAccount, topUpAccount } from '../domain/accounts.ts';
import { requeueWebhook } from '../domain/deliveries.ts';
import { viewDelivery } from '../domain/delivery-list.ts';
import { listHandsets, listInbound, readConversation } from '../domain/handset-list.ts';
import type { Job } from '../domain/jobs.ts';
import { viewMessage } from '../domain/message-list.ts';
import { CATALOGUE } from '../domain/receipts.ts';
import { Rejection } from '../domain/rejection.ts';
import { known, type Organization, type State } from '../domain/state.ts';
import { ledgerHistory } from '../runtime/ledger-history.ts';
import { inSlices } from '../runtime/slices.ts';
import { type ControlRoute, route } from './control-route.ts';
import { nothing } from './control-schemas.ts';
import type {
  AccountsResponse,
  CarrierResponse,
  DeliveryDetail,
  JobView,
  LedgerResponse,
  LocksResponse,
  ReceiptCodesResponse,
} from './control-types.ts';
import type { Host } from './host.ts';
import { bounds, limitSchema, windowQuerySchema } from './list-query.ts';
import { describeRequest, searchRequests, summarizeRequest } from './request-log.ts';

const limitQuerySchema = z.strictObject({ limit: z.optional(limitSchema) });

/** What the inspector reads and does beyond the rest of the control API. Whoever else has a use for it may call it, too. */
export const INSPECTOR_ROUTES: readonly ControlRoute[] = [
  route(200, 'GET', '/jobs', limitQuerySchema, null, async ({ host, query }) => ({
    jobs: await inSlices(host.service.core.agenda.upcoming(bounds(query).limit, viewJob(host))),
  })),
  route(200, 'GET', '/carrier', nothing, null, ({ host }) => {
    const { outcome, code, afterMs: after } = stateOf(host).carrier;
    return { outcome, code, after } satisfies CarrierResponse;
  }),
  route(
    200,
    'GET',
    '/receipt-codes',
    nothing,
    null,
    () => ({ codes: CATALOGUE }) satisfies ReceiptCodesResponse,
  ),
  route(200, 'GET', '/handsets', windowQuerySchema, null, async ({ host, query }) => {
    const inbound = await inboundOf(host);
    const scan = listHandsets(stateOf(host), inbound, query.search ?? '', bounds(query));
    const { rows, total } = await inSlices(scan);
    return { handsets: rows, total };
  }),
  route(200, 'GET', '/handsets/{id}', limitQuerySchema, null, async ({ host, id, query }) => {
    const inbound = await inboundOf(host);
    return inSlices(readConversation(stateOf(host), inbound, id, bounds(query).limit));
  }),
  route(200, 'GET', '/messages/{id}', nothing, null, ({ host, id }) => {
    const message = stateOf(host).messages.get(id.toLowerCase());
    return viewMessage(message ?? missing(`message ${id}`));
  }),
  route(200, 'GET', '/webhooks/{id}', nothing, null, ({ host, id }) => {
    const delivery = stateOf(host).deliveries.get(id.toLowerCase()) ?? missing(`webhook delivery ${id}`);
    return { ...viewDelivery(delivery), body: delivery.body } satisfies DeliveryDetail;
  }),
  route(200, 'POST', '/webhooks/{id}/resend', nothing, nothing, ({ host, id }) =>
    host.service.execute((tx) => viewDelivery(requeueWebhook(tx, id))),
  ),
  route(200, 'GET', '/accounts', nothing, null, async ({ host }) => {
    const { state, policy, driver } = host.service.core;
    return {
      organizations: [...state.organizations.values()].map(({ uuid: identifier, ...rest }) => ({
        identifier,
        ...rest,
      })),
      accounts: await inSlices(listAccountOverviews(state, policy, driver.now())),
      sharedSenders: state.sharedSenders,
    } satisfies AccountsResponse;
  }),
  route(
    201,
    'POST',
    '/organizations/{id}/accounts',
    nothing,
    createAccountRequestSchema,
    ({ host, id, body }) =>
      host.service.execute((tx) => {
        const organization = tx.state.organizations.get(id.toLowerCase()) ?? missing(`organization ${id}`);
        return createAccount(tx, organization, body);
      }),
  ),
  route(200, 'PATCH', '/accounts/{id}', nothing, editAccountRequestSchema, ({ host, id, body }) =>
    host.service.execute((tx) => editAccount(tx, ownerOf(tx.state, id), id, body)),
  ),
  route(200, 'POST', '/accounts/{id}/topup', nothing, accountTopUpRequestSchema, ({ host, id, body }) => {
    host.service.execute((tx) => topUpAccount(tx, ownerOf(tx.state, id), id, body.topup));
    return {};
  }),
  route(200, 'GET', '/accounts/{id}/ledger', nothing, null, ({ host, id }) => {
    const { points, marks } = ledgerHistory(host.service.core, requireAccount(stateOf(host), id));
    return { points: points.map(dated), marks: marks.map(dated) } satisfies LedgerResponse;
  }),
  route(200, 'GET', '/accounts/{id}/locks', windowQuerySchema, null, async ({ host, id, query }) => {
    const { uuid } = requireAccount(stateOf(host), id);
    const scan = listSenderLocks(stateOf(host), uuid, query.search ?? '', bounds(query));
    const { rows, total } = await inSlices(scan);
    return { locks: rows, total } satisfies LocksResponse;
  }),
  route(200, 'GET', '/requests', windowQuerySchema, null, async ({ host, query }) => {
    const found = await searchRequests(host.requests, query.search ?? '');
    const { offset, limit } = bounds(query);
    return { requests: found.slice(offset, offset + limit).map(summarizeRequest), total: found.length };
  }),
  route(200, 'GET', '/requests/{id}', nothing, null, ({ host, id }) => {
    const entry = host.requests.entries().find((candidate) => String(candidate.id) === id);
    return describeRequest(entry ?? missing(`request ${id} in the log`));
  }),
];

function stateOf({ service }: Host): State {
  return service.core.state;
}

function missing(what: string): never {
  throw new Rejection('not_found', `There is no ${what}.`);
}

function ownerOf(state: State, accountUuid: string): Organization {
  return known(state.organizations, requireAccount(state, accountUuid).organizationUuid);
}

function dated<Row extends { readonly at: number }>(row: Row) {
  return { ...row, at: formatTimestamp(row.at) };
}

/** A job with the one thing a person wants to know of it. */
function viewJob(host: Host) {
  return (dueAt: number, job: Job): JobView => {
    const state = stateOf(host);
    const at = formatTimestamp(dueAt);
    switch (job.kind) {
      case 'send-batch': {
        const { uuid: batchUuid, messages } = known(state.batches, job.batchUuid);
        return { dueAt: at, kind: job.kind, batchUuid, messages: messages.length - (job.from ?? 0) };
      }
      case 'resolve-messages':
        return { dueAt: at, kind: job.kind, delivered: job.delivered, messages: job.messageUuids.length };
      case 'attempt-webhook': {
        const { id: deliveryId, url, attempts } = known(state.deliveries, job.deliveryId);
        return { dueAt: at, kind: job.kind, deliveryId, url, attempt: attempts.length + 1 };
      }
      case 'run-schedule': {
        const { uuid: accountUuid, name } = known(state.accounts, job.accountUuid);
        return { dueAt: at, kind: job.kind, accountUuid, name };
      }
    }
  };
}

function inboundOf({ service }: Host): Promise<InboundMessage[]> {
  const { journal, state } = service.core;
  const recent = journal
    .entries()
    .flatMap(({ fact }) => (fact.type === 'inbound-received' ? [fact.payload] : []));
  return inSlices(listInbound(state, recent));
}
