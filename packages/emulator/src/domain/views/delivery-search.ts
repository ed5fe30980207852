import type { Delivery, State } from '../state/state.ts';
import { type DeliveryFilter, type DeliveryView, deliveryMatches, viewDelivery } from './delivery-list.ts';
import { type ListWindow, mapWindow, type WindowBounds, windowOf, windowOfAll } from './list-window.ts';
import type { Scan } from './scan.ts';

/** Which deliveries to search for, in addition to a filter. */
export type DeliverySearch = Omit<DeliveryFilter, 'limit' | 'cursor'> & {
  /** Text in the URL, the payload or the identifier. */
  readonly search?: string | undefined;
  /** UUID of the message that the receipt or the reply belongs to. */
  readonly message?: string | undefined;
};

/** Part of the deliveries that match, oldest first, and how many there are. */
export function* searchDeliveries(
  state: State,
  filter: DeliverySearch,
  bounds: WindowBounds,
): Scan<ListWindow<DeliveryView>> {
  if (isUnfiltered(filter) && bounds.locate === undefined)
    return mapWindow(windowOfAll(state.deliveries, bounds), viewDelivery);
  const contains = containsTest(filter);
  const accepts = (delivery: Delivery) => deliveryMatches(delivery, filter) && contains(delivery);
  const found = yield* windowOf(state.deliveries.values(), bounds, accepts, ({ id }) => id);
  return mapWindow(found, viewDelivery);
}

/** Whether all deliveries match, so that none has to be checked. */
function isUnfiltered({ kind, account, state, search = '', message = '' }: DeliverySearch): boolean {
  return `${search.trim()}${message}` === '' && [kind, account, state].every((value) => value === undefined);
}

/** In a payload, a UUID has only one meaning, so the text need not be parsed. */
function containsTest({ search = '', message = '' }: DeliverySearch): (delivery: Delivery) => boolean {
  const needle = search.trim().toLowerCase();
  const uuid = message.toLowerCase();
  return ({ id, url, body }) =>
    body.includes(uuid) &&
    (id === needle || url.toLowerCase().includes(needle) || body.toLowerCase().includes(needle));
}
