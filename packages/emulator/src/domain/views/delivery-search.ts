import type { Delivery, State } from '../state/state.ts';
import { type DeliveryFilter, type DeliveryView, deliveryMatches, viewDelivery } from './delivery-list.ts';
import { type ListWindow, mapWindow, type WindowBounds, windowOf } from './list-window.ts';

/** Which deliveries to search for, in addition to a filter. */
export type DeliverySearch = Omit<DeliveryFilter, 'limit' | 'cursor'> & {
  /** Text in the URL, the payload or the identifier. */
  readonly search?: string | undefined;
  /** UUID of the message that the receipt or the reply belongs to. */
  readonly message?: string | undefined;
};

/** Part of the deliveries that match, oldest first, and how many there are. */
export function searchDeliveries(
  state: State,
  filter: DeliverySearch,
  bounds: WindowBounds,
): ListWindow<DeliveryView> {
  const contains = containsTest(filter);
  const accepts = (delivery: Delivery) => deliveryMatches(delivery, filter) && contains(delivery);
  const found = windowOf(state.deliveries.values(), bounds, accepts, ({ id }) => id);
  return mapWindow(found, viewDelivery);
}

/** In a payload, a UUID has only one meaning, so the text need not be parsed. */
function containsTest({ search = '', message = '' }: DeliverySearch): (delivery: Delivery) => boolean {
  const needle = search.trim().toLowerCase();
  const uuid = message.toLowerCase();
  return ({ id, url, body }) =>
    body.includes(uuid) &&
    (id === needle || url.toLowerCase().includes(needle) || body.toLowerCase().includes(needle));
}
