import { uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { Rejection } from '../domain/state/rejection.ts';
import { type Delivery, type State } from '../domain/state/state.ts';
import { resendByHand, type WebhookChanges } from '../domain/use-cases/resend-by-hand.ts';
import {
  DELIVERY_FILTERS,
  DELIVERY_STATES,
  type DeliveryFilter,
  type DeliveryQuery,
  type DeliveryView,
  listDeliveries,
  messageOf,
  viewDelivery,
  WEBHOOK_KINDS,
} from '../domain/views/webhook-list.ts';
import { doc, optional } from '../runtime/options/doc.ts';
import { requireNames } from '../runtime/options/input-check.ts';
import type { AttemptLog } from '../runtime/webhooks/attempt-log.ts';
import { verifySignature } from '../runtime/webhooks/signing.ts';
import { type ControlsOf, control } from './control.ts';
import { type Endpoint, endpoint, found } from './endpoint.ts';
import { account, limit, pageCursor, windowShape, windowWhole } from './queries.ts';
import {
  accountUuid,
  EXAMPLE_PAYLOAD,
  EXAMPLES,
  flag,
  instant,
  list,
  page,
  statusOrNull,
  text,
  textOrNull,
  uuid,
} from './values.ts';

const headers = (meaning: string) =>
  doc(z.record(z.string(), z.string()), meaning, { 'content-type': 'application/json' });

const attempt = {
  at: instant('When it happened.'),
  status: statusOrNull('Status of the response; null if there was none.'),
  error: textOrNull('Reason why there was no response; null if there was one.', 'fetch failed'),
  headers: headers('Headers of the request that was sent, with its signature.'),
  byHand: optional(
    z.literal(true),
    'Present if a user or a test requested the attempt, in addition to the planned ones.',
    true,
  ),
};

const attemptsMeaning =
  'The attempts so far, oldest first; at most six that are planned, and any number by hand.';

/** A webhook delivery. */
const deliveryShape = {
  id: uuid('UUID of the delivery. It stays the same for all attempts.', EXAMPLES.webhook),
  kind: doc(z.enum(WEBHOOK_KINDS), 'Kind of the webhook.', 'delivery-receipt'),
  accountUuid,
  url: text('URL that the webhook is sent to.', 'https://example.com/webhooks'),
  payload: doc(z.unknown(), 'Content of the webhook, as JSON.', EXAMPLE_PAYLOAD),
  state: doc(
    z.enum(DELIVERY_STATES),
    '`pending`: more attempts follow. `succeeded`: an attempt got 200. `exhausted`: no attempts are left.',
    'succeeded',
  ),
  attempts: list(attemptsMeaning, attempt),
  fault: optional(
    z.string(),
    'The fault that changed its payload, as a sentence; absent without one.',
    'next delivery-receipt webhook carries receiptInfo.code',
  ),
};

/** A webhook delivery with its body, byte for byte, and the responses of the receiver. */
const wholeDeliveryAnswer = z.strictObject({
  ...deliveryShape,
  attempts: list(attemptsMeaning, {
    ...attempt,
    tookMs: doc(
      z.nullable(z.number()),
      'Real time that the attempt took, in milliseconds; null when it is not known.',
      2.4,
    ),
    response: doc(
      z.nullable(
        z.strictObject({
          headers: headers('Headers of the response.'),
          body: text('The first 16 KiB of the body of the response.', 'OK'),
          isCut: flag('Whether the body is longer than the part that is kept.', true),
        }),
      ),
      'The response, with the first 16 KiB of its body; null when there was none, or it is no longer kept.',
    ),
  }),
  body: text(
    'The body that was sent, byte for byte. The signature covers it.',
    JSON.stringify(EXAMPLE_PAYLOAD),
  ),
  messageUuid: textOrNull(
    'UUID of the message that the webhook is about; null if it is not about a message.',
    EXAMPLES.message,
  ),
  batchUuid: textOrNull(
    'UUID of the batch that the webhook is about; null if it is not about a batch.',
    EXAMPLES.batch,
  ),
});

/** `GET /webhooks/{id}`. */
export type DeliveryDetail = z.infer<typeof wholeDeliveryAnswer>;

const webhooksQuery = z
  .strictObject({
    kind: optional(z.enum(WEBHOOK_KINDS), 'The kind of webhook.', 'delivery-receipt'),
    account,
    state: optional(z.enum(DELIVERY_STATES), 'The state of the message or the delivery.', 'pending'),
    limit,
    cursor: pageCursor(z.string().check(z.regex(/^\d{1,15}$/, 'must be the "next" of an earlier response'))),
    order: optional(
      z.enum(['queued', 'attempted']),
      'The order of the webhooks: in which they were queued (the default), or were last attempted; needs an `offset`.',
      'attempted',
    ),
    ...windowShape,
  } satisfies Record<keyof DeliveryQuery, z.ZodMiniType>)
  .check(windowWhole);

/** With changes, another delivery is sent. */
const resendSchema = z.strictObject({
  url: optional(z.string(), 'URL that the webhook is sent to.', 'https://example.com/webhooks'),
  payload: optional(z.unknown(), 'Content to send instead. Default: the original content.', EXAMPLE_PAYLOAD),
});

const verifySchema = z.strictObject({
  secret: text('Secret to check.', 'a secret of your own'),
  attempt: optional(
    z.int().check(z.minimum(1)),
    'The attempt whose signature is checked, from 1. Default: the latest.',
    1,
  ),
});

const verifiedAnswer = z.strictObject({
  verified: flag('Whether the secret gives the signature that was sent.', true),
  expected: textOrNull(
    'The signature that the secret gives; null if the attempt was not signed or the secret is empty.',
    '5mq49maKDLNYBoMdo9V6Lj4sr66xzRcXeRDZyMpKfmI=',
  ),
});

const deliveriesAnswer = z.strictObject({
  deliveries: list('The deliveries of the page, oldest first.', {
    ...deliveryShape,
    text: optional(
      z.nullable(z.string()),
      'The text of the message that the payload is about; null when there is none. Only in a list that is read by its `offset`.',
      EXAMPLES.text,
    ),
  }),
  ...page,
});

const id = ['A UUID.', EXAMPLES.webhook] as const;

/** Controls of webhooks. */
export interface WebhookControls {
  /**
   * Lists the webhook deliveries that match your filter, with their attempts, oldest first. Default: all of them.
   *
   * @throws {TypeError} A condition is not valid.
   *
   * @example
   * ```ts
   * await messages.sendOne({ ...message, callback: 'http://127.0.0.1:9/receipts' });
   * await emulator.clock.advance('1h');
   * const [delivery] = await emulator.webhooks({ state: 'exhausted' });
   * console.log(delivery?.kind, delivery?.attempts.length); // delivery-receipt 6
   * ```
   */
  webhooks(filter?: DeliveryFilter): DeliveryView[];

  /**
   * Sends a webhook once more, now, whatever its state. The planned attempts do not change. With `changes`, sends a changed
   * copy as a new delivery instead. EMU-28.
   *
   * @throws {TypeError} A change is not valid.
   * @throws {Error} The delivery does not exist.
   *
   * @example
   * ```ts
   * await messages.sendOne({ ...message, callback: 'http://127.0.0.1:9/receipts' });
   * for (const { id } of await emulator.webhooks({ state: 'pending' })) await emulator.resendWebhook(id);
   * ```
   */
  resendWebhook(deliveryId: string, changes?: WebhookChanges): DeliveryView;
}

const INVALID_FILTER = 'The filter of webhooks() is not valid';

/** The controls of webhooks. */
export const webhookControls: ControlsOf<WebhookControls> = {
  webhooks: control('listWebhooks', 'GET /webhooks', {
    input: (filter = {}) => ({
      query: requireNames(INVALID_FILTER, filter, DELIVERY_FILTERS),
    }),
    invalid: INVALID_FILTER,
    pages: 'deliveries',
    output: ({ deliveries }) => deliveries,
    tag: 'webhooks',
    description: 'Lists webhook deliveries with their attempts, oldest first, in pages.',
    query: webhooksQuery,
    answer: deliveriesAnswer,
    run: ({ service, query }) => listDeliveries(service, query),
  }),
  resendWebhook: control('resendWebhook', 'POST /webhooks/{id}/resend', {
    input: (deliveryId, changes = {}) => ({ id: deliveryId, body: changes }),
    invalid: 'The changes of the webhook are not valid',
    tag: 'webhooks',
    id,
    description:
      'Sends a webhook once more, now, whatever its state. The planned attempts do not change. With a `url` or a `payload`, sends a changed copy as a new delivery instead.',
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
};

/** The other rows of webhooks. */
export const WEBHOOK_ENDPOINTS: readonly Endpoint[] = [
  endpoint('getWebhook', 'GET /webhooks/{id}', {
    tag: 'inspector',
    id,
    description: 'Returns one delivery with its body, byte for byte, and the responses to its attempts.',
    answer: wholeDeliveryAnswer,
    run: ({ service: { core, attempts: log }, id: given }) =>
      describeDelivery(core.state, found(core.state.deliveries, given, 'webhook delivery'), log),
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

/** A delivery with its body and the responses to its attempts. */
function describeDelivery(state: State, delivery: Delivery, log: AttemptLog): DeliveryDetail {
  const { attempts, ...rest } = viewDelivery(delivery);
  const message = messageOf(state, delivery);
  return {
    ...rest,
    body: delivery.body,
    attempts: attempts.map((attempt, index) => {
      const { tookMs = null, response = null } = log.exchangeOf(delivery.id, index) ?? {};
      return { ...attempt, tookMs, response };
    }),
    messageUuid: message?.uuid ?? null,
    batchUuid: message?.batch.uuid ?? null,
  };
}
