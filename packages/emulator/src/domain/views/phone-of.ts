import { bareNumber, type Delivery, type State } from '../state/state.ts';
import { messageOf } from './webhook-list.ts';

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
