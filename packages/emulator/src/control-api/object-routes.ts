import { uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { Rejection } from '../domain/state/rejection.ts';
import { type Batch, type Delivery, type Message, mustGet } from '../domain/state/state.ts';
import { cancelBatch } from '../domain/use-cases/batches.ts';
import { resendByHand } from '../domain/use-cases/resend-by-hand.ts';
import { viewDelivery } from '../domain/views/delivery-list.ts';
import { viewMessage } from '../domain/views/message-list.ts';
import { keyOf } from '../http/decode.ts';
import { handleLogged, type LoggedRequest } from '../public-api/request-log.ts';
import { verifySignature } from '../runtime/webhooks/signing.ts';
import type { Service } from '../service/service.ts';
import { bounds, limitSchema, windowShape } from './list-query.ts';
import { messageTimeline } from './related/message-timeline.ts';
import { OBJECT_KINDS } from './related/objects.ts';
import { relatedTo } from './related/search.ts';
import { type ControlRoute, route } from './route.ts';
import { instantQuerySchema, nothing, phoneQuerySchema } from './schemas.ts';
import type { ReplayResponse, TimelineResponse } from './types.ts';
import { viewBatch } from './views/batch.ts';
import { describeDelivery } from './views/delivery.ts';
import { IDENTIFIERS, withFreshIds } from './views/fresh-ids.ts';
import { describeRequest, searchRequests } from './views/request.ts';
import { codeOf } from './views/request-code.ts';

const requestsQuerySchema = z.strictObject({
  ...windowShape,
  limit: z.optional(limitSchema),
  status: z.optional(
    z.string().check(z.regex(/^([1-5]xx|[1-5]\d\d|cut)$/, 'must be a status, such as 429 or 4xx, or cut')),
  ),
  about: z.optional(z.string()),
  account: z.optional(uuidSchema),
  to: z.optional(phoneQuerySchema),
  code: z.optional(z.string()),
  after: z.optional(instantQuerySchema),
  before: z.optional(instantQuerySchema),
});

/** `GET /related`: the object whose related objects are requested. */
const relatedQuerySchema = z.strictObject({ kind: z.enum(OBJECT_KINDS), id: z.string() });

/** `POST /webhooks/{id}/resend`: with changes, another delivery is sent. */
const resendSchema = z.strictObject({
  url: z.optional(z.string()),
  payload: z.optional(z.unknown()),
});

const verifySchema = z.strictObject({
  secret: z.string(),
  attempt: z.optional(z.int().check(z.minimum(1))),
});

const identifiersSchema = z.optional(z.enum(IDENTIFIERS));

/** `GET /requests/{id}/code`: the address of the service, for the code, and which identifiers it uses. */
const codeQuerySchema = z.strictObject({ baseUrl: z.string(), ids: identifiersSchema });

/** `POST /requests/{id}/replay`: with another body, if the call has one, or the same identifiers. */
const replaySchema = z.strictObject({ body: z.optional(z.string()), ids: identifiersSchema });

/** The messages, batches, webhooks and requests that the inspector shows, with their related objects. */
export const OBJECT_ROUTES: readonly ControlRoute[] = [
  route(200, 'GET', '/related', relatedQuerySchema, null, ({ service, query: { kind, id } }) => {
    const related = relatedTo(service, kind, kind === 'job' ? id : id.toLowerCase());
    return { related: related ?? missing(`${kind} ${id}`) };
  }),
  route(200, 'GET', '/messages/{id}', nothing, null, ({ service, id }) =>
    viewMessage(requireMessage(service, id)),
  ),
  route(200, 'GET', '/messages/{id}/timeline', nothing, null, ({ service, id }) => {
    const message = requireMessage(service, id);
    const steps = messageTimeline(service, message);
    return { message: viewMessage(message), steps } satisfies TimelineResponse;
  }),
  route(200, 'GET', '/batches/{id}', nothing, null, ({ service, id }) =>
    viewBatch(requireBatch(service, id), service.requests),
  ),
  route(200, 'DELETE', '/batches/{id}', nothing, null, ({ service, id }) => {
    const { uuid, accountUuid, pending } = requireBatch(service, id);
    if (!pending)
      throw new Rejection('conflict', `The batch ${uuid} has been sent, so it cannot be canceled.`);
    return service.execute((tx) => cancelBatch(tx, mustGet(tx.state.accounts, accountUuid), uuid));
  }),
  route(200, 'GET', '/webhooks/{id}', nothing, null, ({ service, id }) =>
    describeDelivery(requireDelivery(service, id), service.attempts),
  ),
  route(200, 'POST', '/webhooks/{id}/resend', nothing, resendSchema, ({ service, id, body }) =>
    service.execute((tx) => viewDelivery(resendByHand(tx, id, body))),
  ),
  route(200, 'POST', '/webhooks/{id}/verify', nothing, verifySchema, ({ service, id, body }) => {
    const delivery = requireDelivery(service, id);
    const { secret, attempt = delivery.attempts.length } = body;
    const made = delivery.attempts[attempt - 1] ?? missing(`attempt ${attempt} of the webhook ${id}`);
    return verifySignature(delivery, made.headers, secret);
  }),
  route(200, 'GET', '/requests', requestsQuerySchema, null, ({ service, query }) => {
    const { state, driver } = service.core;
    const { rows, ...rest } = searchRequests(state, service.requests, query, bounds(query), driver.now());
    return { requests: rows, ...rest, logLimit: service.requests.limit };
  }),
  route(200, 'GET', '/requests/{id}', nothing, null, ({ service, id }) =>
    describeRequest(service.core.state, requireRequest(service, id)),
  ),
  route(200, 'GET', '/requests/{id}/code', codeQuerySchema, null, ({ service, id, query }) => {
    const entry = requireRequest(service, id);
    const apiKey = keyOf(entry.request.url) ?? 'YOUR_API_KEY';
    const source = describeRequest(service.core.state, entry);
    return codeOf(
      query.ids === 'same' ? source : { ...source, requestBody: withFreshIds(source.requestBody) },
      { baseUrl: query.baseUrl, apiKey },
    );
  }),
  route(200, 'POST', '/requests/{id}/replay', nothing, replaySchema, async ({ service, id, body }) => {
    const { request } = requireRequest(service, id);
    const sent = body.body ?? request.body;
    let replayed = 0;
    await handleLogged(
      service,
      { ...request, body: body.ids === 'same' ? sent : withFreshIds(sent) },
      (logged) => {
        replayed = logged;
      },
    );
    const {
      id: logged,
      status,
      errorCode,
      messageUuids,
    } = describeRequest(service.core.state, requireRequest(service, String(replayed)));
    const messageUuid = messageUuids[0] ?? null;
    return { id: logged, status, errorCode, messageUuid } satisfies ReplayResponse;
  }),
];

function requireMessage({ core }: Service, id: string): Message {
  return core.state.messages.get(id.toLowerCase()) ?? missing(`message ${id}`);
}

function requireBatch({ core }: Service, id: string): Batch {
  return core.state.batches.get(id.toLowerCase()) ?? missing(`batch ${id}`);
}

function requireDelivery({ core }: Service, id: string): Delivery {
  return core.state.deliveries.get(id.toLowerCase()) ?? missing(`webhook delivery ${id}`);
}

function requireRequest({ requests }: Service, id: string): LoggedRequest {
  const entry = /^\d{1,15}$/.test(id) ? requests.entry(Number(id)) : undefined;
  return entry ?? missing(`request ${id} in the log, which keeps the latest ${requests.limit}`);
}

function missing(what: string): never {
  throw new Rejection('not_found', `There is no ${what}.`);
}
