import { uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { Rejection } from '../../domain/state/rejection.ts';
import { resendByHand } from '../../domain/use-cases/resend-by-hand.ts';
import {
  DELIVERY_STATES,
  listDeliveries,
  listDeliveryWindow,
  viewDelivery,
  WEBHOOK_KINDS,
} from '../../domain/views/delivery-list.ts';
import { doc } from '../../runtime/options/doc.ts';
import { verifySignature } from '../../runtime/webhooks/signing.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { found } from '../found.ts';
import { bounds, filters, limit, pageCursor, windowShape, windowWhole } from '../queries.ts';
import { deliveryShape, describeDelivery, wholeDeliveryAnswer } from '../views/delivery.ts';
import { EXAMPLE_PAYLOAD, EXAMPLES, page, text, textOrNull } from '../views/values.ts';

const webhooksQuery = z
  .strictObject({
    kind: doc(z.optional(z.enum(WEBHOOK_KINDS)), 'The kind of webhook.', 'delivery-receipt'),
    account: filters.account,
    state: doc(z.optional(z.enum(DELIVERY_STATES)), 'The state of the message or the delivery.', 'pending'),
    limit,
    cursor: pageCursor(z.string().check(z.regex(/^\d{1,15}$/, 'must be the "next" of an earlier response'))),
    message: filters.message,
    order: doc(
      z.optional(z.enum(['queued', 'attempted'])),
      'The order of the webhooks: in which they were queued (the default), or were last attempted; needs an `offset`.',
      'attempted',
    ),
    ...windowShape,
  })
  .check(windowWhole);

/** With changes, another delivery is sent. */
const resendSchema = z.strictObject({
  url: doc(z.optional(z.string()), 'URL that the webhook is sent to.', 'https://example.com/webhooks'),
  payload: doc(
    z.optional(z.unknown()),
    'Content to send instead. Default: the original content.',
    EXAMPLE_PAYLOAD,
  ),
});

const verifySchema = z.strictObject({
  secret: text('Secret to check.', 'a secret of your own'),
  attempt: doc(
    z.optional(z.int().check(z.minimum(1))),
    'The attempt whose signature is checked, from 1. Default: the latest.',
    1,
  ),
});

const verifiedAnswer = z.strictObject({
  verified: doc(z.boolean(), 'Whether the secret gives the signature that was sent.', true),
  expected: textOrNull(
    'The signature that the secret gives; null if the attempt was not signed or the secret is empty.',
    '5mq49maKDLNYBoMdo9V6Lj4sr66xzRcXeRDZyMpKfmI=',
  ),
});

const deliveriesAnswer = z.strictObject({
  deliveries: doc(
    z.array(
      z.strictObject({
        ...deliveryShape,
        text: doc(
          z.optional(z.nullable(z.string())),
          'The text of the message that the payload is about; null when there is none. Only in a list that is read by its `offset`.',
          EXAMPLES.text,
        ),
      }),
    ),
    'The deliveries of the page, oldest first.',
  ),
  ...page,
});

const id = ['A UUID.', EXAMPLES.webhook] as const;

/** Webhook deliveries and their attempts. */
export const WEBHOOK_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listWebhooks', 'GET /webhooks', {
    tag: 'webhooks',
    description: 'Lists webhook deliveries with their attempts, oldest first, in pages.',
    query: webhooksQuery,
    answer: deliveriesAnswer,
    run: ({ service, query }) => {
      const { state } = service.core;
      const filter = { ...query, search: service.webhookSearch(query.q) };
      if (query.offset === undefined) return listDeliveries(state, filter);
      const { rows, ...rest } = listDeliveryWindow(state, filter, bounds(query));
      return { deliveries: rows, next: null, ...rest };
    },
  }),
  endpoint('getWebhook', 'GET /webhooks/{id}', {
    tag: 'inspector',
    id,
    description: 'Returns one delivery with its body, byte for byte, and the responses to its attempts.',
    answer: wholeDeliveryAnswer,
    run: ({ service: { core, attempts: log }, id: given }) =>
      describeDelivery(core.state, found(core.state.deliveries, given, 'webhook delivery'), log),
  }),
  endpoint('resendWebhook', 'POST /webhooks/{id}/resend', {
    tag: 'inspector',
    id,
    description:
      'Makes one more attempt at a delivery now, even if it is pending. With a `url` or a `payload`, a new delivery with these changes is sent instead.',
    body: resendSchema,
    answer: z.strictObject({
      ...deliveryShape,
      id: doc(
        uuidSchema,
        'UUID of the delivery that was attempted: a new one if the request had changes.',
        EXAMPLES.webhook,
      ),
    }),
    run: ({ service, id: given, body }) =>
      service.execute((tx) => viewDelivery(resendByHand(tx, given, body))),
  }),
  endpoint('verifyWebhook', 'POST /webhooks/{id}/verify', {
    tag: 'inspector',
    id,
    description:
      'Compares the signature of an attempt, by default the latest one, with the signature that a secret produces.',
    body: verifySchema,
    answer: verifiedAnswer,
    run: ({ service, id: given, body: { secret, attempt: number } }) => {
      const delivery = found(service.core.state.deliveries, given, 'webhook delivery');
      const made = delivery.attempts[(number ?? delivery.attempts.length) - 1];
      if (made === undefined)
        throw new Rejection(
          'not_found',
          `There is no attempt ${number ?? delivery.attempts.length} of the webhook ${given}.`,
        );
      return verifySignature(delivery, made.headers, secret);
    },
  }),
];
