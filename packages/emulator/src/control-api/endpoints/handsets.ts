import { formatTimestamp, inboundMessageSchema, uuidSchema } from '@messaging-service/contract';
import * as z from 'zod/mini';
import { bareNumber, type Message, type Reply, type State } from '../../domain/state/state.ts';
import { DEFAULT_PAGE, windowOf } from '../../domain/views/list-window.ts';
import { MESSAGE_STATES, stateOf, viewMessage } from '../../domain/views/message-list.ts';
import type { Position } from '../../domain/views/position.ts';
import { parseSearch } from '../../domain/views/search.ts';
import { valueFilter } from '../../domain/views/search-filters.ts';
import { doc, optional } from '../../runtime/options/doc.ts';
import type { Service } from '../../service/service.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { limit, offset, windowShape } from '../queries.ts';
import { count, EXAMPLES, instant, messageAnswer, openList, part, text } from '../values.ts';

/** Handsets of a moment stay in place while others are busy. */
const handsetsQuery = z.strictObject({
  ...windowShape,
  limit,
  until: optional(z.string(), 'A mark. Only messages that were queued up to this mark count.', EXAMPLES.mark),
});

/** Lines of a conversation from the oldest on, by default the latest ones. */
const conversationQuery = z.strictObject({ limit, offset });

const number = text('Number of the handset: digits without a plus.', EXAMPLES.handset);
const both = 'Messages in both directions.';

const handsetsAnswer = z.looseObject({
  handsets: openList('The handsets of the part, the one with the latest message first.', {
    number,
    latestAt: instant('When the latest message was written or queued.'),
    messages: count(both, 2),
    text: text('The text of the latest message.', 'YES'),
    state: text('The state of the latest message; `inbound` if the handset wrote it.', 'inbound'),
  }),
  ...part,
});

const conversationAnswer = z.strictObject({
  number,
  messages: doc(z.array(messageAnswer), 'Messages to the handset, oldest first.'),
  inbound: doc(z.array(inboundMessageSchema), 'Messages that the handset wrote, oldest first.'),
  order: doc(
    z.array(uuidSchema),
    'UUIDs of the messages in both directions, in their order: that of time, and of the history within an instant.',
    [EXAMPLES.message],
  ),
  offset: count('Messages in both directions before this part.', 0),
  total: count(both, 4),
});

/** Handsets and their conversations. */
export const HANDSET_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listHandsets', 'GET /handsets', {
    tag: 'inspector',
    description: 'Lists handsets, those with the latest activity first.',
    query: handsetsQuery,
    answer: handsetsAnswer,
    run: ({ service, query }) => listHandsets(service, query),
  }),
  endpoint('getConversation', 'GET /handsets/{id}', {
    tag: 'inspector',
    id: ['A number without the plus.', EXAMPLES.handset],
    description: 'Returns the messages of one handset.',
    query: conversationQuery,
    answer: conversationAnswer,
    refusals: [],
    run: ({ service, id, query }) => readConversation(service.core.state, id, query),
  }),
];

/** A message to or from a phone. */
type Line = Message | Reply;

/** The latest activity of a phone. */
interface Activity {
  /** When something last happened, in milliseconds since the epoch. */
  readonly latestAt: number;
  /** The message that it happened to. */
  readonly latest: Line;
}

/** A phone with its latest activity. */
interface Phone extends Activity {
  /** Its number, without the plus. */
  readonly number: string;
  /** Messages in both directions. */
  readonly messages: number;
}

/** All messages to and from phones. */
function linesOf({ messages, replies }: State): Line[] {
  return [...messages.values(), ...replies];
}

/** Whether a line is a message from the phone. */
function isReply(line: Line): line is Reply {
  return 'payload' in line;
}

/** The number of the phone, without the plus. */
function numberOf(line: Line): string {
  return isReply(line) ? String(line.payload.from) : bareNumber(line.to);
}

/** The place of a line in the history. */
function seqOf(line: Line): number {
  return isReply(line) ? line.seq : line.batch.seq;
}

/** Handsets by their latest activity, newest first. */
export function listHandsets(service: Service, { q, until, ...bounds }: z.output<typeof handsetsQuery>) {
  const position = until === undefined ? undefined : service.positionOf(until, 'until');
  const accepts = parseSearch<Phone>(
    q,
    { state: valueFilter([...MESSAGE_STATES, 'inbound'], ({ latest }) => stateIn(latest)) },
    ({ number: bare, latest }) => ({ texts: [textOf(latest)], numbers: [bare] }),
  );
  const locate = bounds.locate === undefined ? undefined : bareNumber(bounds.locate);
  const { rows, ...rest } = windowOf(
    phonesByActivity(service.core.state, position).filter(accepts),
    { ...bounds, locate },
    { view: viewHandset, idOf: ({ number: bare }) => bare },
  );
  return { handsets: rows, ...rest };
}

/**
 * The phones by their latest activity, newest first.
 *
 * @param until - Leaves out everything after a moment.
 */
function phonesByActivity(state: State, until: Position | undefined): Phone[] {
  const lines = linesOf(state).filter((line) => until === undefined || seqOf(line) <= until.seq);
  const phones = Array.from(Map.groupBy(lines, numberOf), ([bare, own]): Phone => {
    const activities = own.map((line): Activity => ({ latestAt: activityOf(line, until?.at), latest: line }));
    const latest = activities.reduce((one, next) => (newerFirst(next, one) <= 0 ? next : one));
    return { number: bare, messages: own.length, ...latest };
  });
  return phones.sort(newerFirst);
}

/** What happened to phones at one instant is in the order in which the messages were queued or received, the latest first. */
function newerFirst(a: Activity, b: Activity): number {
  return b.latestAt - a.latestAt || seqOf(b.latest) - seqOf(a.latest);
}

/** When something last happened to a message, as known at a moment: it was queued, sent or received. */
function activityOf(line: Line, until = Number.POSITIVE_INFINITY): number {
  if (isReply(line)) return line.at;
  const { queuedAt } = line.batch;
  return line.sentAt === undefined || line.sentAt > until ? queuedAt : Math.max(queuedAt, line.sentAt);
}

/**
 * A part of the messages to and from a handset, in order of time: `limit` of them from `offset` on, or the latest ones.
 * A message that was not sent yet has the time at which it is due.
 */
export function readConversation(
  state: State,
  written: string,
  { limit: most = DEFAULT_PAGE, offset: from }: z.output<typeof conversationQuery>,
) {
  const bare = bareNumber(written);
  const lines = linesOf(state)
    .filter((line) => numberOf(line) === bare)
    .sort((a, b) => timeIn(a) - timeIn(b) || seqOf(a) - seqOf(b));
  const first = Math.min(from ?? Math.max(0, lines.length - most), lines.length);
  const shown = lines.slice(first, first + most);
  return {
    number: bare,
    messages: shown.flatMap((line) => (isReply(line) ? [] : [viewMessage(line)])),
    inbound: shown.filter(isReply).map(({ payload }) => payload),
    order: shown.map((line) => (isReply(line) ? line.payload.mo_uuid : line.uuid)),
    offset: first,
    total: lines.length,
  };
}

/** The time of a message in its conversation. */
function timeIn(line: Line): number {
  return isReply(line) ? line.at : (line.sentAt ?? line.batch.sendAt ?? line.batch.queuedAt);
}

function viewHandset({ number: bare, latestAt, messages, latest }: Phone) {
  const [shown, state] = [textOf(latest), stateIn(latest)];
  return { number: bare, latestAt: formatTimestamp(latestAt), messages, text: shown, state };
}

function stateIn(line: Line) {
  return isReply(line) ? 'inbound' : stateOf(line);
}

function textOf(line: Line): string {
  return isReply(line) ? line.payload.message : line.batch.body;
}
