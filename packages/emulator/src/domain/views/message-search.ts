import type { Message, State } from '../state/state.ts';
import { type ListWindow, mapWindow, type WindowBounds, windowOf, windowOfAll } from './list-window.ts';
import { type MessageQuery, type MessageView, messageMatches, viewMessage } from './message-list.ts';
import type { Scan } from './scan.ts';
import { spelledNumber } from './spelled-number.ts';

/** Which messages to search for, in addition to a filter. */
export type MessageSearch = Omit<MessageQuery, 'limit' | 'cursor'> & {
  readonly search?: string | undefined;
};

/** Part of the messages that match, oldest first, and how many there are. */
export function* searchMessages(
  state: State,
  filter: MessageSearch,
  bounds: WindowBounds,
): Scan<ListWindow<MessageView>> {
  if (isUnfiltered(filter) && bounds.locate === undefined)
    return mapWindow(windowOfAll(state.messages, bounds), viewMessage);
  const contains = containsTest(filter.search);
  const accepts = (message: Message) => messageMatches(message, filter) && contains(message);
  const found = yield* windowOf(messagesOf(state, filter.batch), bounds, accepts, ({ uuid }) => uuid);
  return mapWindow(found, viewMessage);
}

/** Whether all messages match, so that none has to be checked. */
function isUnfiltered({ search = '', ...filter }: MessageSearch): boolean {
  return search.trim() === '' && FILTERS.every((name) => filter[name] === undefined);
}

const FILTERS = [
  'to',
  'from',
  'account',
  'batch',
  'state',
  'since',
  'channel',
  'code',
  'after',
  'before',
] as const satisfies readonly (keyof MessageSearch)[];

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

function* messagesOf(state: State, batch: string | undefined): Generator<Message> {
  if (batch === undefined) yield* state.messages.values();
  else yield* state.batches.get(batch.toLowerCase())?.messages ?? [];
}
