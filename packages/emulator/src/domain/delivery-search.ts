import { type DeliveryFilter, type DeliveryView, deliveryMatches, viewDelivery } from './delivery-list.ts';
import { type ListWindow, type WindowBounds, windowOf } from './list-window.ts';
import type { Delivery, State } from './state.ts';

/** Which deliveries to search for, beyond what a filter asks for. */
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
  const { rows, total } = windowOf(state.deliveries.values(), bounds, accepts);
  return { rows: rows.map(viewDelivery), total };
}

/** A UUID occurs in a payload only as the one it stands for, so that the text need not be parsed. */
function containsTest({ search = '', message = '' }: DeliverySearch): (delivery: Delivery) => boolean {
  const needle = search.trim().toLowerCase();
  const uuid = message.toLowerCase();
  return ({ id, url, body }) =>
    body.includes(uuid) &&
    (needle === '' || id === needle || url.includes(needle) || body.toLowerCase().includes(needle));
}
