import { formatTimestamp, type InboundMessage } from '@messaging-service/contract';
import { bareNumber, type State } from '../state/state.ts';
import { DEFAULT_PAGE, type WindowBounds, windowOf } from './list-window.ts';
import { MESSAGE_STATES, type MessageView, stateOf, viewMessage } from './message-list.ts';
import { isReply, type Line, linesOf, numberOf, type Phone, phonesByActivity, seqOf } from './phones.ts';
import type { Position } from './position.ts';
import { parseSearch } from './search.ts';
import { valueFilter } from './search-filters.ts';

/** A handset with the latest text of its conversation. */
export interface HandsetView {
  /** Its number, without the plus. */
  readonly number: string;
  /** When something last happened: a message was queued, sent or received. */
  readonly latestAt: string;
  /** Messages sent to it or waiting for their time, and those that came from it. */
  readonly messages: number;
  /** The latest text in either direction. */
  readonly text: string;
  /** The state of the latest message; `inbound` for one from the handset. */
  readonly state: MessageView['state'] | 'inbound';
}

/** A part of the messages to and from one handset, oldest first. */
export interface Conversation {
  readonly number: string;
  readonly messages: MessageView[];
  readonly inbound: readonly InboundMessage[];
  /** UUIDs of the messages in both directions, in their order: that of time, and of the history within an instant. */
  readonly order: readonly string[];
  /** Messages in both directions before this part. */
  readonly offset: number;
  /** Messages in both directions. */
  readonly total: number;
}

/**
 * Lists handsets by their latest activity, newest first.
 *
 * @param q - A search for the number, the latest text or its `state`.
 * @param until - Leaves out everything after a moment, so that the list does not change.
 */
export function listHandsets(
  state: State,
  q: string | undefined,
  until: Position | undefined,
  bounds: WindowBounds,
) {
  const accepts = parseSearch<Phone>(
    q,
    { state: valueFilter([...MESSAGE_STATES, 'inbound'], ({ latest }) => stateIn(latest)) },
    ({ number, latest }) => ({ texts: [textOf(latest)], numbers: [number] }),
  );
  const locate = bounds.locate === undefined ? undefined : bareNumber(bounds.locate);
  const { rows, ...rest } = windowOf(
    phonesByActivity(state, until),
    { ...bounds, locate },
    { accepts, view: viewHandset, idOf: ({ number }) => number },
  );
  return { handsets: rows, ...rest };
}

/**
 * A part of the messages to and from a handset, in order of time: `limit` of them from `offset` on, or the latest ones.
 * A message that was not sent yet has the time at which it is due.
 */
export function readConversation(
  state: State,
  number: string,
  { limit = DEFAULT_PAGE, offset }: Omit<WindowBounds, 'locate'>,
): Conversation {
  const bare = bareNumber(number);
  const lines = [...linesOf(state)]
    .filter((line) => numberOf(line) === bare)
    .sort((a, b) => timeIn(a) - timeIn(b) || seqOf(a) - seqOf(b));
  const first = Math.min(offset ?? Math.max(0, lines.length - limit), lines.length);
  const part = lines.slice(first, first + limit);
  return {
    number: bare,
    messages: part.flatMap((line) => (isReply(line) ? [] : [viewMessage(line)])),
    inbound: part.filter(isReply).map(({ payload }) => payload),
    order: part.map((line) => (isReply(line) ? line.payload.mo_uuid : line.uuid)),
    offset: first,
    total: lines.length,
  };
}

/** The time of a message in its conversation. */
function timeIn(line: Line): number {
  return isReply(line) ? line.at : (line.sentAt ?? line.batch.sendAt ?? line.batch.queuedAt);
}

function viewHandset({ number, latestAt, messages, latest }: Phone): HandsetView {
  const [text, state] = [textOf(latest), stateIn(latest)];
  return { number, latestAt: formatTimestamp(latestAt), messages, text, state };
}

function stateIn(line: Line): HandsetView['state'] {
  return isReply(line) ? 'inbound' : stateOf(line);
}

function textOf(line: Line): string {
  return isReply(line) ? line.payload.message : line.batch.body;
}
