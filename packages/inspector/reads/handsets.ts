import { formatTimestamp } from '@messaging-service/contract';
import type { Service } from '@messaging-service/emulator/host';
import {
  bareNumber,
  count,
  DEFAULT_PAGE,
  doc,
  dueSeqOf,
  type Endpoint,
  EXAMPLES,
  endpoint,
  instant,
  limit,
  MESSAGE_STATES,
  type Message,
  messageAnswer,
  messagesDueTo,
  offset,
  openList,
  parseSearch,
  part,
  periodFilter,
  type ReceivedMessage,
  type State,
  spelledNumber,
  stateOf,
  statusOrNull,
  text,
  timesOf,
  valueFilter,
  viewMessage,
  webhookOfReply,
  windowOf,
  windowQuery,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';

/** Lines of a conversation from the oldest on, by default the latest ones. */
const conversationQuery = z.strictObject({ limit, offset });

const number = text('Number of the handset: digits without a plus.', EXAMPLES.handset);
const both = 'Messages in both directions.';

const handsetsAnswer = z.looseObject({
  handsets: openList('The handsets of the part, the one with the latest message first.', {
    number,
    latestAt: instant('When the latest message was written or queued.'),
    seq: count(
      'Place of the latest message in the history: the number of the fact that queued, released or received it.',
      7,
    ),
    messages: count(both, 2),
    text: text('The text of the latest message.', 'YES'),
    state: text('The state of the latest message; `inbound` if the handset wrote it.', 'inbound'),
  }),
  ...part,
});

/** The payload of a message that a handset wrote, with its webhook. */
const receivedAnswer = z.looseObject({
  mo_uuid: text('UUID of the message.', EXAMPLES.webhook),
  message: text('Its text.', 'YES'),
  at: instant('When it was received.'),
  webhook: doc(
    z.nullable(
      z.strictObject({
        id: text('Identifier of the delivery.', EXAMPLES.webhook),
        state: text('Its state.', 'succeeded'),
        status: statusOrNull('Status of the latest response; null without one.'),
        attempts: count('Attempts so far.', 1),
      }),
    ),
    'The webhook that reports the message; null without one.',
  ),
});

const conversationAnswer = z.strictObject({
  number,
  lines: doc(
    z.array(z.union([messageAnswer, receivedAnswer])),
    'Messages to the handset, and payloads of those that it wrote, in the order in which they were queued, became due or were received. Those that are not due yet follow in the order of their times.',
  ),
  offset: count('Messages in both directions before this part.', 0),
  total: count(both, 4),
});

/** Handsets and their conversations. */
export const HANDSET_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listHandsets', 'GET /handsets', {
    tag: 'inspector',
    description: 'Lists handsets, those with the latest activity first.',
    query: windowQuery,
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

/** A message to or from a handset. */
type Line = Message | ReceivedMessage;

/** A handset with its latest activity. */
interface Handset {
  /** Its number, without the plus. */
  readonly number: string;
  /** Messages in both directions. */
  readonly messages: number;
  /** The message to which something happened last. */
  readonly latest: Line;
}

/** The messages to and from a handset. */
function linesWith({ index }: State, number: string): Line[] {
  const pending = [...index.pending].flatMap(({ messages }) =>
    messages.filter(({ to }) => bareNumber(to) === number),
  );
  return [...messagesDueTo(index, number), ...pending, ...(index.receivedFrom.get(number) ?? [])];
}

/** All handsets, those with the latest messages of the history first. This is nearly their order, so that sorting costs little. */
function handsetsOf({ index, received }: State): Handset[] {
  const handsets = new Map<string, Handset>();
  const add = (line: Line) => {
    const number = numberOf(line);
    const earlier = handsets.get(number);
    const latest = earlier === undefined || newerFirst(line, earlier.latest) <= 0 ? line : earlier.latest;
    if (earlier !== undefined) handsets.delete(number);
    handsets.set(number, { number, messages: (earlier?.messages ?? 0) + 1, latest });
  };
  index.messages.forEach(add);
  received.forEach(add);
  return [...handsets.values()].reverse();
}

/** Whether a line is a message from the handset. */
function isReceived(line: Line): line is ReceivedMessage {
  return 'payload' in line;
}

/** The number of the handset, without the plus. */
function numberOf(line: Line): string {
  return isReceived(line) ? String(line.payload.from) : bareNumber(line.to);
}

/** The place in the history at which something last happened to a line: it was queued, became due or was received. */
function seqOf(line: Line): number {
  return isReceived(line) ? line.seq : dueSeqOf(line.batch);
}

/** When a line is due; undefined if it already was, so that the history has its place. */
function dueAtOf(line: Line): number | undefined {
  return isReceived(line) || !line.batch.pending ? undefined : line.batch.sendAt;
}

/** Handsets by their latest activity, newest first. */
export function listHandsets(
  { core: { state, driver } }: Service,
  { q, ...bounds }: z.output<typeof windowQuery>,
) {
  const accepts = parseSearch<Handset>(
    q,
    {
      state: valueFilter([...MESSAGE_STATES, 'inbound'], ({ latest }) => stateIn(latest)),
      during: (period) => {
        const numbers = numbersDuring(state, periodFilter(driver.now(), lineTimesOf)(period));
        return ({ number: bare }) => numbers.has(bare);
      },
    },
    ({ number: bare, latest }) => ({ texts: [textOf(latest)], numbers: [bare] }),
  );
  const handsets = handsetsOf(state).sort((a, b) => newerFirst(a.latest, b.latest));
  const locate = bounds.locate === undefined ? undefined : spelledNumber(bounds.locate);
  const { rows, ...rest } = windowOf(
    handsets,
    { ...bounds, locate },
    { accepts, view: viewHandset, idOf: ({ number: bare }) => bare },
  );
  return { handsets: rows, ...rest };
}

/** The numbers of the handsets that have a message of a period. */
function numbersDuring({ index, received }: State, isDuring: (line: Line) => boolean): Set<string> {
  const numbers = new Set<string>();
  const add = (line: Line) => {
    if (isDuring(line)) numbers.add(numberOf(line));
  };
  index.messages.forEach(add);
  received.forEach(add);
  return numbers;
}

function lineTimesOf(line: Line): readonly (number | undefined)[] {
  return isReceived(line) ? [line.at] : timesOf(line);
}

/** The order of the history, which stays when a clock is set back, the latest first. */
function newerFirst(a: Line, b: Line): number {
  return seqOf(b) - seqOf(a);
}

/** When something last happened to a message: it was queued, sent or received. */
function activityOf(line: Line): number {
  return isReceived(line) ? line.at : (line.sentAt ?? line.batch.queuedAt);
}

/**
 * A part of the messages to and from a handset: `limit` of them from `offset` on, or the latest ones. They are in the order of
 * the history, and those that are not due yet follow in the order of their times.
 */
export function readConversation(
  state: State,
  written: string,
  { limit: most = DEFAULT_PAGE, offset: from }: z.output<typeof conversationQuery>,
) {
  const bare = spelledNumber(written);
  const lines = linesWith(state, bare).sort(earlierFirst);
  const first = Math.min(from ?? Math.max(0, lines.length - most), lines.length);
  const shown = lines.slice(first, first + most);
  return {
    number: bare,
    lines: shown.map((line) => (isReceived(line) ? viewReceived(state, line) : viewMessage(line))),
    offset: first,
    total: lines.length,
  };
}

/** A message from a handset, and the webhook that reports it; null without one. */
function viewReceived(state: State, reply: ReceivedMessage) {
  const delivery = webhookOfReply(state, reply);
  const latest = delivery?.attempts.at(-1);
  const webhook = delivery && {
    id: delivery.id,
    state: delivery.state,
    /** Status of the latest response; null without one. */
    status: latest?.status ?? null,
    attempts: delivery.attempts.length,
  };
  return { ...reply.payload, webhook: webhook ?? null };
}

function earlierFirst(a: Line, b: Line): number {
  return (dueAtOf(a) ?? 0) - (dueAtOf(b) ?? 0) || seqOf(a) - seqOf(b);
}

function viewHandset({ number: bare, messages, latest }: Handset) {
  const latestAt = formatTimestamp(activityOf(latest));
  const seq = seqOf(latest);
  return { number: bare, latestAt, seq, messages, text: textOf(latest), state: stateIn(latest) };
}

function stateIn(line: Line) {
  return isReceived(line) ? 'inbound' : stateOf(line);
}

function textOf(line: Line): string {
  return isReceived(line) ? line.payload.message : line.batch.body;
}
