import { type Delivery, type State } from '../state/state.ts';
import { DELIVERY_STATES, messageOf, WEBHOOK_KINDS } from './delivery-list.ts';
import { parseSearch } from './search.ts';
import {
  accountFilter,
  periodFilter,
  statusFilter,
  textFilter,
  timeFilters,
  valueFilter,
} from './search-filters.ts';
import { numbersIn } from './spelled-number.ts';

/**
 * Reads a search for webhook deliveries.
 *
 * @param now - The emulator's time, in milliseconds since the epoch.
 * @param responsesOf - The texts of the responses to a delivery's attempts, as far as they are kept.
 * @throws {Rejection} A filter or its value does not exist.
 */
export function deliverySearch(
  state: State,
  now: number,
  responsesOf: (delivery: Delivery) => readonly string[],
  q = '',
): (delivery: Delivery) => boolean {
  return parseSearch<Delivery>(
    q,
    {
      state: valueFilter(DELIVERY_STATES, (delivery) => delivery.state),
      response: statusFilter('none', ({ attempts }) => attempts.at(-1)?.status),
      kind: valueFilter(WEBHOOK_KINDS, ({ kind }) => kind),
      account: accountFilter(state, ({ accountUuid }) => accountUuid),
      ...timeFilters(now, ({ attempts }) => attempts.at(-1)?.at),
      attempted: periodFilter(now, ({ attempts }) => attempts.map(({ at }) => at)),
      message: textFilter((delivery) => [messageOf(state, delivery)?.uuid]),
    },
    (delivery) => {
      const { id, url, body, attempts } = delivery;
      const errors = attempts.flatMap(({ error }) => error ?? []);
      const text = messageOf(state, delivery)?.batch.body ?? '';
      return {
        texts: [url, body, text, ...errors, ...responsesOf(delivery)],
        numbers: numbersIn(body),
        ids: [id],
      };
    },
  );
}
