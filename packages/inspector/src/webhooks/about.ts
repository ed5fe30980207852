import type { DeliveryRow, DeliveryView } from '../api/types.ts';
import { numberText } from '../format.ts';

/** Members of the three payloads that name what they are about. */
interface Payload {
  readonly destination?: string | number;
  readonly delivered?: unknown;
  readonly from?: string | number;
  readonly message?: unknown;
  readonly threshold_type?: unknown;
}

/** What a webhook is about, for its row: the phone with the result and the text, or the threshold. */
export function aboutWebhook({
  kind,
  payload,
  text,
}: Pick<DeliveryRow, 'kind' | 'payload' | 'text'>): string {
  const { delivered, message, threshold_type: type } = (payload ?? {}) as Payload;
  const phone = phoneOf(payload);
  switch (kind) {
    case 'delivery-receipt':
      return `${phone} ${delivered === true ? 'delivered' : 'failed'}${text === null ? '' : `: “${text}”`}`;
    case 'inbound-message':
      return `${phone} wrote “${String(message)}”`;
    case 'credit-notification':
      return String(type).replaceAll('_', ' ');
  }
}

/** The number of the phone that got or wrote the message of a webhook. Payloads have it with and without the plus, and as an integer. */
export function phoneOf(payload: unknown): string | undefined {
  const { destination, from } = (payload ?? {}) as Payload;
  const number = destination ?? from;
  return number === undefined ? undefined : numberText(String(number));
}

type Tried = Pick<DeliveryView, 'state' | 'attempts'>;

/** The state of a delivery, with the status of the latest attempt. */
export function deliveryState({ state, attempts }: Tried): string {
  const last = attempts.at(-1);
  if (last === undefined) return state;
  return `${state} · ${last.status ?? 'no response'}`;
}

/**
 * The class of its chip. The latest response decides, because a delivery that waits for a retry has failed so far. One that was
 * accepted stays so, also if an attempt by hand fails.
 */
export function deliveryChip({ state, attempts }: Tried): string {
  const last = attempts.at(-1);
  return last === undefined || last.status === 200 || state === 'succeeded' ? state : 'exhausted';
}
