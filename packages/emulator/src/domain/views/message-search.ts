import type { Message, State } from '../state/state.ts';
import { type ListWindow, mapWindow, type WindowBounds, windowOf } from './list-window.ts';
import { type MessageQuery, type MessageView, messageMatches, viewMessage } from './message-list.ts';
import { spelledNumber } from './spelled-number.ts';

/** Which messages to search for, in addition to a filter. */
export type MessageSearch = Omit<MessageQuery, 'limit' | 'cursor'> & {
  readonly search?: string | undefined;
};

/** Part of the messages that match, oldest first, and how many there are. */
export function searchMessages(
  state: State,
  filter: MessageSearch,
  bounds: WindowBounds,
): ListWindow<MessageView> {
  const contains = containsTest(filter.search);
  const accepts = (message: Message) => messageMatches(message, filter) && contains(message);
  const found = windowOf(messagesOf(state, filter.batch), bounds, accepts, ({ uuid }) => uuid);
  return mapWindow(found, viewMessage);
}

/** Whether a message has a text in its body, numbers or identifiers, in any case. A number matches in any spelling. */
function containsTest(search = ''): (message: Message) => boolean {
  const needle = search.trim().toLowerCase();
  const number = spelledNumber(needle);
  return ({ uuid, to, batch }) =>
    to.includes(number) ||
    batch.body.toLowerCase().includes(needle) ||
    batch.from.toLowerCase().includes(needle) ||
    uuid.includes(needle) ||
    batch.uuid.includes(needle);
}

function messagesOf(state: State, batch: string | undefined): Iterable<Message> {
  if (batch === undefined) return state.messages.values();
  return state.batches.get(batch.toLowerCase())?.messages ?? [];
}
