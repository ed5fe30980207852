import { formatTimestamp } from '@messaging-service/contract';
import { requireActiveAccount } from '../domain/accounts.ts';
import { scanDeliveries } from '../domain/delivery-list.ts';
import { searchDeliveries } from '../domain/delivery-search.ts';
import { receiveInbound } from '../domain/inbound.ts';
import { scanMessages, viewMessage } from '../domain/message-list.ts';
import { searchMessages } from '../domain/message-search.ts';
import { createNotification } from '../domain/notifications.ts';
import { openOrganization } from '../domain/organizations.ts';
import { Rejection } from '../domain/rejection.ts';
import { registerSender, replaceSharedSenders } from '../domain/senders.ts';
import { resolveByHand } from '../domain/verdicts.ts';
import { instant } from '../runtime/instant.ts';
import { carrierSettingsSchema, notificationSchema, organizationSchema } from '../runtime/options-check.ts';
import { carrierDefault, milliseconds } from '../runtime/settings.ts';
import { inSlices } from '../runtime/slices.ts';
import { linearPattern } from '../runtime/text-pattern.ts';
import type { Advanced } from '../runtime/timeline.ts';
import { WaitTimeoutError, waitForMessage } from '../runtime/waiting.ts';
import { type ControlRoute, route, StatusAnswer, StreamAnswer } from './control-route.ts';
import * as schemas from './control-schemas.ts';
import type { FaultView } from './control-types.ts';
import { invalidRequest } from './decode.ts';
import type { Host } from './host.ts';
import { bounds } from './list-query.ts';
import { restoreSnapshot, writeSnapshot } from './snapshot-transfer.ts';

const { nothing } = schemas;

/** What can be done with a service that the public API has no operation for. Stable: tests in any language use it. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
  route(200, 'GET', '/health', nothing, null, ({ host }) => health(host)),
  route(200, 'GET', '/clock', nothing, null, ({ host }) => ({
    now: nowOf(host),
    mode: host.service.core.driver.mode,
  })),
  route(200, 'POST', '/clock/advance', nothing, schemas.advanceSchema, ({ host, body: { by, to } }) =>
    to === undefined ? advanceBy(host, milliseconds(by ?? 0)) : advanceTo(host, instant(to)),
  ),
  route(200, 'POST', '/settle', nothing, null, async ({ host }) =>
    moved(await host.service.timeline.settle()),
  ),
  route(200, 'POST', '/reset', nothing, null, ({ host }) => {
    host.reset();
    return health(host);
  }),
  route(200, 'GET', '/snapshot', nothing, null, ({ host }) => new StreamAnswer(writeSnapshot(host))),
  route(200, 'PUT', '/snapshot', nothing, null, async ({ host, upload }) => {
    await restoreSnapshot(host, upload);
    return health(host);
  }),
  route(201, 'POST', '/organizations', nothing, organizationSchema, ({ host, body }) => {
    const { name = 'Organization', credits = null, creditSystem = true } = body;
    const { uuid, apiKey } = host.service.execute((tx) =>
      openOrganization(tx, { name, credits, creditSystem }),
    );
    return { identifier: uuid, apiKey };
  }),
  route(
    201,
    'POST',
    '/accounts/{id}/senders',
    nothing,
    schemas.senderSchema,
    ({ host, id, body: { sender } }) =>
      host.service.execute((tx) => {
        const account = requireActiveAccount(tx.state, id);
        const owned = tx.state.senderOwners.get(sender) === account.uuid;
        registerSender(tx, account, sender);
        return new StatusAnswer(owned ? 200 : 201, { sender });
      }),
  ),
  route(
    200,
    'PUT',
    '/shared-senders',
    nothing,
    schemas.sharedSendersSchema,
    ({ host, body: { senders } }) => {
      host.service.execute((tx) => replaceSharedSenders(tx, senders));
      return { senders: host.service.core.state.sharedSenders };
    },
  ),
  route(201, 'POST', '/accounts/{id}/notifications', nothing, notificationSchema, ({ host, id, body }) => ({
    notification_uuid: host.service.execute((tx) =>
      createNotification(tx, requireActiveAccount(tx.state, id), body),
    ),
  })),
  route(200, 'POST', '/inbound', nothing, schemas.inboundSchema, ({ host, body }) =>
    host.service.execute((tx) => receiveInbound(tx, { ...body, channel: body.channel })),
  ),
  route(200, 'GET', '/messages', schemas.messagesQuerySchema, null, async ({ host, query }) => {
    const { state } = host.service.core;
    if (query.offset === undefined) return inSlices(scanMessages(state, query));
    const { rows, total } = await inSlices(searchMessages(state, query, bounds(query)));
    return { messages: rows, next: null, total };
  }),
  route(
    200,
    'GET',
    '/messages/wait',
    schemas.waitQuerySchema,
    null,
    async ({ host, query: { pattern, ...query }, signal }) => {
      const { core, waiters } = host.service;
      const match = pattern === undefined ? undefined : await linearPattern(pattern);
      return waitForMessage(core, waiters, { ...query, match, warn: host.warn, signal }).catch(rejectLate);
    },
  ),
  route(200, 'POST', '/messages/{id}/deliver', nothing, schemas.receiptSchema, ({ host, id, body }) =>
    host.service.execute((tx) => viewMessage(resolveByHand(tx, id, true, body))),
  ),
  route(200, 'POST', '/messages/{id}/fail', nothing, schemas.receiptSchema, ({ host, id, body }) =>
    host.service.execute((tx) => viewMessage(resolveByHand(tx, id, false, body))),
  ),
  route(200, 'PUT', '/carrier', nothing, carrierSettingsSchema, ({ host, body }) => {
    host.service.execute((tx) => tx.record({ type: 'carrier-set', carrier: carrierDefault(body) }));
    return body;
  }),
  route(200, 'GET', '/webhooks', schemas.webhooksQuerySchema, null, async ({ host, query }) => {
    const { state } = host.service.core;
    if (query.offset === undefined) return inSlices(scanDeliveries(state, query));
    const { rows, total } = await inSlices(searchDeliveries(state, query, bounds(query)));
    return { deliveries: rows, next: null, total };
  }),
  route(201, 'POST', '/faults', nothing, schemas.faultSchema, ({ host, body: { delay = 0, ...fault } }) => ({
    id: host.gateway.faults.add({ ...fault, delayMs: milliseconds(delay) }).id,
  })),
  route(200, 'GET', '/faults', nothing, null, ({ host }) => ({
    faults: host.gateway.faults
      .list()
      .map(({ id, left, options }) => ({ id, ...options, left }) satisfies FaultView),
  })),
  route(200, 'DELETE', '/faults', nothing, null, ({ host }) => {
    host.gateway.faults.clear();
    return {};
  }),
  route(200, 'DELETE', '/faults/{id}', nothing, null, ({ host, id }) => {
    host.gateway.faults.clear(id);
    return {};
  }),
];

function health(host: Host) {
  return { status: 'ok', now: nowOf(host), clock: host.service.core.driver.mode };
}

function nowOf({ service }: Host): string {
  return formatTimestamp(service.core.driver.now());
}

async function advanceBy({ service }: Host, ms: number) {
  return moved(await service.timeline.advanceTo(() => service.core.driver.now() + ms));
}

async function advanceTo(host: Host, to: number) {
  const { core, timeline } = host.service;
  if (to < core.driver.now())
    throw invalidRequest([{ path: 'to', message: `lies before the present, ${nowOf(host)}` }]);
  return moved(await timeline.advanceTo(to));
}

function moved({ now, ran }: Advanced) {
  return { now: formatTimestamp(now), ran };
}

function rejectLate(error: unknown): never {
  throw error instanceof WaitTimeoutError ? new Rejection('wait_timeout', error.message) : error;
}
