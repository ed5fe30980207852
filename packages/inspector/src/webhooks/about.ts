import type { DeliveryRow } from '../api/types.ts';
import { numberText } from '../format.ts';

/** Members of the three payloads that name what they are about. */
interface Payload {
  readonly destination?: unknown;
  readonly delivered?: unknown;
  readonly from?: unknown;
  readonly message?: unknown;
  readonly threshold_type?: unknown;
}

/** What a webhook is about, for its row: the phone with the result and the text, or the threshold. */
export function aboutWebhook({
  kind,
  payload,
  text,
}: Pick<DeliveryRow, 'kind' | 'payload' | 'text'>): string {
  const { destination, delivered, from, message, threshold_type: type } = (payload ?? {}) as Payload;
  switch (kind) {
    case 'delivery-receipt':
      return `${phone(destination)} ${delivered === true ? 'delivered' : 'failed'}${text === null ? '' : `: “${text}”`}`;
    case 'inbound-message':
      return `${phone(from)} wrote “${String(message)}”`;
    case 'credit-notification':
      return String(type).replaceAll('_', ' ');
  }
}

/** Payloads have numbers with and without the plus, and as integers. */
function phone(value: unknown): string {
  return numberText(String(value));
}
