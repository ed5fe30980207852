import * as z from 'zod/mini';
import { bareNumber, type Delivery, type Message, type State } from '../../domain/state/state.ts';
import { messageOf, viewDelivery, WEBHOOK_KINDS } from '../../domain/views/delivery-list.ts';
import { doc } from '../../runtime/options/doc.ts';
import type { AttemptLog } from '../../runtime/webhooks/attempt-log.ts';
import {
  accountUuid,
  EXAMPLE_PAYLOAD,
  EXAMPLES,
  instant,
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
};

const attempts = <Attempt extends z.ZodMiniType>(each: Attempt) =>
  doc(
    z.array(each),
    'The attempts so far, oldest first; at most six, and more if it was sent again by hand.',
  );

/** A webhook delivery. */
export const deliveryShape = {
  id: uuid('UUID of the delivery. It stays the same for all attempts.', EXAMPLES.webhook),
  kind: doc(z.enum(WEBHOOK_KINDS), 'Kind of the webhook.', 'delivery-receipt'),
  accountUuid,
  url: text('URL that the webhook is sent to.', 'https://example.com/webhooks'),
  payload: doc(z.unknown(), 'Content of the webhook, as JSON.', EXAMPLE_PAYLOAD),
  state: doc(
    z.enum(['pending', 'succeeded', 'exhausted']),
    '`pending`: more attempts follow. `succeeded`: an attempt got 200. `exhausted`: no attempts are left.',
    'succeeded',
  ),
  attempts: attempts(z.strictObject(attempt)),
};

/** A webhook delivery with its body, byte for byte, and the responses of the receiver. */
export const wholeDeliveryAnswer = z.strictObject({
  ...deliveryShape,
  attempts: attempts(
    z.strictObject({
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
            isCut: doc(z.boolean(), 'Whether the body is longer than the part that is kept.', true),
          }),
        ),
        'The response, with the first 16 KiB of its body; null when there was none, or it is no longer kept.',
      ),
    }),
  ),
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

/** An attempt with the response of the receiver. */
export type AttemptDetail = DeliveryDetail['attempts'][number];

/**
 * The phone that a webhook is about: the destination of a receipt, or who wrote a message; null for a warning about
 * credits.
 */
export function phoneOf(state: State, delivery: Delivery): string | null {
  const message = messageOf(state, delivery);
  if (message !== undefined) return bareNumber(message.to);
  const { from } = JSON.parse(delivery.body) as Readonly<Record<string, unknown>>;
  return typeof from === 'number' || typeof from === 'string' ? String(from) : null;
}

/** A delivery with its body and the responses to its attempts. */
export function describeDelivery(state: State, delivery: Delivery, log: AttemptLog): DeliveryDetail {
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

/** The webhooks that belong to messages, oldest first. */
export function deliveriesAbout({ deliveries }: State, messages: readonly Message[]): Delivery[] {
  const uuids = new Set<string | undefined>(messages.map(({ uuid }) => uuid));
  return [...deliveries.values()].filter(({ messageUuid }) => uuids.has(messageUuid));
}
