import { formatTimestamp } from '@messaging-service/contract';
import { Rejection } from '../domain/state/rejection.ts';
import { requireActiveAccount } from '../domain/use-cases/accounts.ts';
import { receiveInbound } from '../domain/use-cases/inbound.ts';
import { createNotification } from '../domain/use-cases/notifications.ts';
import { openOrganization } from '../domain/use-cases/organizations.ts';
import { resolveByHand } from '../domain/use-cases/results-by-hand.ts';
import { registerSender, replaceSharedSenders } from '../domain/use-cases/senders.ts';
import { listDeliveries, listDeliveryWindow } from '../domain/views/delivery-list.ts';
import { listMessages, listMessageWindow, viewMessage } from '../domain/views/message-list.ts';
import type { Position } from '../domain/views/position.ts';
import { invalidRequest } from '../http/decode.ts';
import { type FaultOptions, faultSchema } from '../public-api/fault-options.ts';
import {
  carrierSettingsSchema,
  notificationSchema,
  organizationSchema,
  resetSchema,
} from '../runtime/options/options-check.ts';
import { milliseconds } from '../runtime/options/resolve-options.ts';
import { instant } from '../runtime/time/instant.ts';
import { linearPattern } from '../runtime/waiting/text-pattern.ts';
import { WaitTimeoutError, waitForMessage } from '../runtime/waiting/waiting.ts';
import type { Service } from '../service/service.ts';
import type { Advanced } from '../service/timeline.ts';
import { bounds } from './list-query.ts';
import { type ControlRoute, route, StatusResponse, StreamResponse } from './route.ts';
import * as schemas from './schemas.ts';
import { restoreSnapshot, writeSnapshot } from './snapshot-transfer.ts';
import { readyToUse, viewAdvance, viewClock, viewHealth } from './views/server.ts';

const { nothing } = schemas;

/** The calls of the control API: everything that the public API has no operation for. They are stable, because tests in any language use them. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  route(200, 'GET', '/health', nothing, null, ({ service, server }) => {
    const health = viewHealth(service, server);
    return new StatusResponse(health.status === 'ok' ? 200 : 503, health);
  }),
  route(200, 'GET', '/credentials', nothing, null, ({ service }) => readyToUse(service)),
  route(200, 'GET', '/mark', nothing, null, ({ service }) => ({ mark: service.mark() })),
  route(200, 'GET', '/clock', nothing, null, ({ service }) => viewClock(service)),
  route(
    200,
    'POST',
    '/clock/advance',
    nothing,
    schemas.advanceSchema,
    async ({ service, body: { by, to, undoable = false, timeout, maxInstants } }) => {
      const target = to === undefined ? undefined : instant(to);
      if (target !== undefined) requireFuture(service, target);
      const limits = { timeoutMs: timeout === undefined ? undefined : milliseconds(timeout), maxInstants };
      const move = () =>
        service.timeline.advanceTo(
          target ?? (() => service.core.driver.now() + milliseconds(by ?? 0)),
          limits,
        );
      if (!undoable) return advanced(await move());
      const { id, ...rest } = await service.moves.make(move);
      return { ...advanced(rest), move: id };
    },
  ),
  route(200, 'POST', '/clock/next', nothing, nothing, async ({ service }) =>
    moved(await service.timeline.next()),
  ),
  route(200, 'GET', '/clock/advance', nothing, null, ({ service }) => viewAdvance(service)),
  route(200, 'DELETE', '/clock/advance', nothing, null, async ({ service }) => {
    await service.timeline.stop();
    return viewClock(service);
  }),
  route(200, 'POST', '/settle', nothing, null, async ({ service }) => moved(await service.timeline.settle())),
  route(200, 'POST', '/reset', nothing, resetSchema, ({ service, server, body }) => {
    service.reset(body);
    return viewHealth(service, server);
  }),
  route(
    200,
    'GET',
    '/snapshot',
    nothing,
    null,
    ({ service }) => new StreamResponse(writeSnapshot(service.capture())),
  ),
  route(200, 'PUT', '/snapshot', nothing, null, async ({ service, server, upload }) => {
    await restoreSnapshot(service, upload);
    return viewHealth(service, server);
  }),
  route(201, 'POST', '/organizations', nothing, organizationSchema, ({ service, body }) => {
    const { name = 'Organization', credits = null, creditSystem = true } = body;
    const { uuid, apiKey } = service.execute((tx) => openOrganization(tx, { name, credits, creditSystem }));
    return { identifier: uuid, apiKey };
  }),
  route(
    201,
    'POST',
    '/accounts/{id}/senders',
    nothing,
    schemas.senderSchema,
    ({ service, id, body: { sender } }) =>
      service.execute((tx) => {
        const account = requireActiveAccount(tx.state, id);
        const owned = tx.state.senderOwners.get(sender) === account.uuid;
        registerSender(tx, account, sender);
        return new StatusResponse(owned ? 200 : 201, { sender });
      }),
  ),
  route(200, 'PUT', '/shared-senders', nothing, schemas.poolSchema, ({ service, body: { senders } }) => {
    service.execute((tx) => replaceSharedSenders(tx, senders));
    return { senders: service.core.state.sharedSenders };
  }),
  route(
    201,
    'POST',
    '/accounts/{id}/notifications',
    nothing,
    notificationSchema,
    ({ service, id, body }) => ({
      notification_uuid: service.execute((tx) =>
        createNotification(tx, requireActiveAccount(tx.state, id), body),
      ),
    }),
  ),
  route(200, 'POST', '/inbound', nothing, schemas.inboundSchema, ({ service, body }) =>
    service.execute((tx) => receiveInbound(tx, { ...body, channel: body.channel })),
  ),
  route(200, 'GET', '/messages', schemas.messagesQuerySchema, null, ({ service, query }) => {
    const { state } = service.core;
    const filter = { ...query, since: sinceOf(service, query), search: service.messageSearch(query.q) };
    if (query.offset === undefined) return listMessages(state, filter);
    const { rows, ...rest } = listMessageWindow(state, filter, bounds(query));
    return { messages: rows, next: null, ...rest };
  }),
  route(
    200,
    'GET',
    '/messages/wait',
    schemas.waitQuerySchema,
    null,
    async ({ service, query: { pattern, ...query }, signal }) => {
      const { core, waiters } = service;
      const match = pattern === undefined ? undefined : await linearPattern(pattern);
      const since = sinceOf(service, query);
      const { warn } = service;
      return waitForMessage(core, waiters, { ...query, since, match, warn, signal }).catch(rejectLate);
    },
  ),
  route(200, 'POST', '/messages/{id}/deliver', nothing, schemas.receiptSchema, ({ service, id, body }) =>
    service.execute((tx) => viewMessage(resolveByHand(tx, id, true, body))),
  ),
  route(200, 'POST', '/messages/{id}/fail', nothing, schemas.receiptSchema, ({ service, id, body }) =>
    service.execute((tx) => viewMessage(resolveByHand(tx, id, false, body))),
  ),
  route(200, 'PUT', '/carrier', nothing, carrierSettingsSchema, ({ service, body }) => {
    service.setCarrier(body);
    return body;
  }),
  route(200, 'GET', '/webhooks', schemas.webhooksQuerySchema, null, ({ service, query }) => {
    const { state } = service.core;
    const filter = { ...query, search: service.webhookSearch(query.q) };
    if (query.offset === undefined) return listDeliveries(state, filter);
    const { rows, ...rest } = listDeliveryWindow(state, filter, bounds(query));
    return { deliveries: rows, next: null, ...rest };
  }),
  route(201, 'POST', '/faults', nothing, faultSchema, ({ service, body }) => ({
    id: service.publicApi.faults.add(body as FaultOptions).id,
  })),
  route(200, 'GET', '/faults', nothing, null, ({ service }) => ({
    faults: service.publicApi.faults.list(),
  })),
  route(200, 'DELETE', '/faults', nothing, null, ({ service }) => {
    service.publicApi.faults.clear();
    return {};
  }),
  route(200, 'DELETE', '/faults/{id}', nothing, null, ({ service, id }) => {
    service.publicApi.faults.clear(id);
    return {};
  }),
];

function sinceOf(service: Service, { since }: { since?: string | undefined }): Position | undefined {
  return since === undefined ? undefined : service.positionOf(since);
}

function nowOf(service: Service): string {
  return formatTimestamp(service.core.driver.now());
}

function requireFuture(service: Service, to: number): void {
  if (to < service.core.driver.now())
    throw invalidRequest([
      { path: 'to', message: `must not be before the current time of the emulator, ${nowOf(service)}` },
    ]);
}

function moved({ now, ran }: Advanced) {
  return { now: formatTimestamp(now), ran };
}

function advanced({ now, ...rest }: Advanced) {
  return { now: formatTimestamp(now), ...rest };
}

function rejectLate(error: unknown): never {
  throw error instanceof WaitTimeoutError ? new Rejection('wait_timeout', error.message) : error;
}
