import type { Delivery, State } from '../../domain/state/state.ts';
import { type AttemptView, type DeliveryView, viewDelivery } from '../../domain/views/delivery-list.ts';
import type { AttemptExchange, AttemptLog } from '../../runtime/webhooks/attempt-log.ts';

/** An attempt with the response of the receiver. */
export interface AttemptDetail extends AttemptView {
  /** How long it took in real time, in milliseconds; null when it is not known. */
  readonly tookMs: number | null;
  /** The response; null when there was none, or when it is no longer kept. */
  readonly response: AttemptExchange['response'];
}

/** `GET /webhooks/{id}`. */
export interface DeliveryDetail extends Omit<DeliveryView, 'attempts'> {
  /** The bytes that were signed and sent, as text. */
  readonly body: string;
  readonly attempts: readonly AttemptDetail[];
  /** The message that the payload is about; null when there is none. */
  readonly messageUuid: string | null;
  /** The batch that the payload is about; null when there is none. */
  readonly batchUuid: string | null;
}

/** What a payload is about: a message, its batch, and a phone. Payloads spell the members differently. */
export function subjectOf({ body }: Delivery) {
  const payload = JSON.parse(body) as Readonly<Record<string, unknown>>;
  const first = (...names: readonly string[]) => {
    const value = names.map((name) => payload[name]).find((member) => member !== undefined);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  return {
    messageUuid: first('message_uuid', 'messageUuid', 'messageuuid'),
    batchUuid: first('batch_uuid', 'batchUuid', 'batchuuid'),
    /** The destination of a receipt, or who wrote a reply. */
    phone: first('destination', 'from'),
  };
}

/** A delivery with its body and the responses to its attempts. */
export function describeDelivery(delivery: Delivery, log: AttemptLog): DeliveryDetail {
  const { attempts, ...rest } = viewDelivery(delivery);
  const { messageUuid, batchUuid } = subjectOf(delivery);
  return {
    ...rest,
    body: delivery.body,
    attempts: attempts.map((attempt, index) => {
      const { tookMs = null, response = null } = log.exchangeOf(delivery.id, index) ?? {};
      return { ...attempt, tookMs, response };
    }),
    messageUuid,
    batchUuid,
  };
}

/** The deliveries whose payload contains a text, such as the UUID of a message, oldest first. */
export function deliveriesAbout({ deliveries }: State, text: string): Delivery[] {
  // In a payload, a UUID has only one meaning, so the text need not be parsed.
  return [...deliveries.values()].filter(({ body }) => body.includes(text));
}
