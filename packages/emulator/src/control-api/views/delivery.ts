import type { Delivery } from '../../domain/state/state.ts';
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

/** Members of the payloads that name objects, in both spellings that occur. */
interface Named {
  readonly message_uuid?: unknown;
  readonly messageUuid?: unknown;
  readonly messageuuid?: unknown;
  readonly batch_uuid?: unknown;
  readonly batchUuid?: unknown;
  readonly batchuuid?: unknown;
}

/** A delivery with its body and the responses to its attempts. */
export function describeDelivery(delivery: Delivery, log: AttemptLog): DeliveryDetail {
  const { attempts, ...rest } = viewDelivery(delivery);
  const { message_uuid, messageUuid, messageuuid, batch_uuid, batchUuid, batchuuid } = rest.payload as Named;
  return {
    ...rest,
    body: delivery.body,
    attempts: attempts.map((attempt, index) => {
      const { tookMs = null, response = null } = log.exchangeOf(delivery.id, index) ?? {};
      return { ...attempt, tookMs, response };
    }),
    messageUuid: textOf(message_uuid ?? messageUuid ?? messageuuid),
    batchUuid: textOf(batch_uuid ?? batchUuid ?? batchuuid),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
