import type { Delivery, State } from '../../domain/state/state.ts';

/** The deliveries whose payload contains a text, such as the UUID of a message, oldest first. */
export function relatedDeliveries({ deliveries }: State, text: string): Delivery[] {
  // In a payload, a UUID has only one meaning, so the text need not be parsed.
  return [...deliveries.values()].filter(({ body }) => body.includes(text));
}
