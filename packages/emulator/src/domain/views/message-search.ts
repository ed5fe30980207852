import { CHANNELS } from '@messaging-service/contract';
import { bareNumber, type Message, type State } from '../state/state.ts';
import { MESSAGE_STATES, stateOf } from './message-list.ts';
import { parseSearch } from './search.ts';
import {
  accountFilter,
  numberFilter,
  periodFilter,
  textFilter,
  timeFilters,
  valueFilter,
} from './search-filters.ts';

/**
 * Reads a search for messages.
 *
 * @param now - The emulator's time, in milliseconds since the epoch.
 * @throws {Rejection} A filter or its value does not exist.
 */
export function messageSearch(state: State, now: number, q = ''): (message: Message) => boolean {
  const isInState = valueFilter<Message>(MESSAGE_STATES, stateOf);
  return parseSearch<Message>(
    q,
    {
      state: isInState,
      status: isInState,
      to: numberFilter(({ to }) => [bareNumber(to)]),
      from: numberFilter(({ batch }) => [batch.from]),
      account: accountFilter(state, ({ batch }) => batch.accountUuid),
      code: textFilter(({ receipt }) => [receipt?.code]),
      channel: valueFilter(CHANNELS, ({ channel }) => channel),
      ...timeFilters(now, ({ batch }) => batch.queuedAt),
      sent: periodFilter(now, ({ sentAt }) => [sentAt]),
      resolved: periodFilter(now, ({ resolvedAt }) => [resolvedAt]),
      batch: textFilter(({ batch }) => [batch.uuid]),
    },
    ({ uuid, to, batch: { uuid: batchUuid, from, body } }) => ({
      texts: [body, from],
      numbers: [bareNumber(to), from],
      ids: [uuid, batchUuid],
    }),
  );
}
