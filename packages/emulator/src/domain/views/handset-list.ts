import { formatTimestamp, type InboundMessage, parseTimestamp } from '@messaging-service/contract';
import { LargeMap } from '../state/large-map.ts';
import { bareNumber, type Message, type State } from '../state/state.ts';
import { type ListWindow, type WindowBounds, windowOf } from './list-window.ts';
import { type MessageView, viewMessage } from './message-list.ts';
import { isAfterPosition, type Position } from './position.ts';
import { type Scan, sorted, visitEach } from './scan.ts';
import { spelledNumber } from './spelled-number.ts';

/** A handset with the latest text of its conversation. */
export interface HandsetView {
  /** Its number, without the plus. */
  readonly number: string;
  /** When something last happened: a message was queued, sent or came in. */
  readonly latestAt: string;
  /** Messages sent to it or waiting for their time, and those that came from it. */
  readonly messages: number;
  /** The latest text in either direction. */
  readonly text: string;
  /** Where the latest message stands; `inbound` for one that came from the handset. */
  readonly state: MessageView['state'] | 'inbound';
}

/** A part of the messages to and from one handset, oldest first. */
export interface Conversation {
  readonly number: string;
  readonly messages: MessageView[];
  readonly inbound: readonly InboundMessage[];
  /** Messages in both directions before this part. */
  readonly offset: number;
  /** Messages in both directions. */
  readonly total: number;
}

/** Which handsets to list. */
export interface HandsetQuery {
  /** Text in the number or in the latest message. */
  readonly search?: string | undefined;
  /** Leaves out everything after a moment, so that the list stays as it was then. */
  readonly until?: Position | undefined;
}

interface Summary {
  readonly number: string;
  latestAt: number;
  /** The place of the latest message among all: it decides between those of one instant. */
  place: number;
  messages: number;
  latest: Message | InboundMessage;
}

/** Handsets by their latest activity, newest first. */
export function* listHandsets(
  state: State,
  inbound: readonly InboundMessage[],
  { search = '', until }: HandsetQuery,
  bounds: WindowBounds,
): Scan<ListWindow<HandsetView>> {
  const needle = search.trim().toLowerCase();
  const digits = spelledNumber(needle);
  const matching = yield* windowOf(
    (yield* summaries(state, inbound, until)).values(),
    { offset: 0, limit: Number.POSITIVE_INFINITY },
    ({ number, latest }) => number.includes(digits) || textOf(latest).toLowerCase().includes(needle),
    ({ number }) => number,
  );
  const newestFirst = yield* sorted(matching.rows, (a, b) => b.latestAt - a.latestAt || b.place - a.place);
  const rows = newestFirst.slice(bounds.offset, bounds.offset + bounds.limit);
  const page = { rows: rows.map(viewHandset), total: matching.total };
  if (bounds.locate === undefined) return page;
  const wanted = bareNumber(bounds.locate);
  const position = newestFirst.findIndex(({ number }) => number === wanted);
  return { ...page, position: position === -1 ? null : position };
}

/** A message to or from a handset with its time. */
interface Line {
  readonly at: number;
  readonly said: Message | InboundMessage;
}

/**
 * A part of the messages to and from a handset, in order of time: `limit` of them from `offset` on, or the latest ones.
 * A message that was not sent yet has the time at which it is due.
 */
export function* readConversation(
  state: State,
  inbound: readonly InboundMessage[],
  number: string,
  { limit, offset }: { readonly limit: number; readonly offset: number | undefined },
): Scan<Conversation> {
  const bare = bareNumber(number);
  const lines: Line[] = [];
  yield* visitEach(state.messages.values(), (message) => {
    if (bareNumber(message.to) !== bare) return;
    const { sendAt, queuedAt } = message.batch;
    lines.push({ at: message.sent?.at ?? sendAt ?? queuedAt, said: message });
  });
  yield* visitEach(inbound, (payload) => {
    if (String(payload.from) === bare) lines.push({ at: parseTimestamp(payload.at) ?? 0, said: payload });
  });
  const inOrder = yield* sorted(lines, (a, b) => a.at - b.at);
  const first = Math.min(offset ?? Math.max(0, inOrder.length - limit), inOrder.length);
  const part = inOrder.slice(first, first + limit);
  return {
    number: bare,
    messages: part.flatMap(({ said }) => ('batch' in said ? [viewMessage(said)] : [])),
    inbound: part.flatMap(({ said }) => ('batch' in said ? [] : [said])),
    offset: first,
    total: inOrder.length,
  };
}

/**
 * The messages that came from handsets. The state does not keep them: the webhooks that carried them do, and so does
 * the journal for a while.
 *
 * @param recent - Those that the journal holds.
 */
export function* listInbound(
  { deliveries }: State,
  recent: Iterable<InboundMessage>,
): Scan<InboundMessage[]> {
  const byUuid = new LargeMap<InboundMessage>();
  yield* visitEach(deliveries.values(), ({ kind, body }) => {
    if (kind !== 'inbound-message') return;
    const payload = JSON.parse(body) as InboundMessage;
    // A reply that was edited and sent again keeps its identifier; the handset wrote the first one.
    if (!byUuid.has(payload.mo_uuid)) byUuid.set(payload.mo_uuid, payload);
  });
  for (const payload of recent) byUuid.set(payload.mo_uuid, payload);
  return [...byUuid.values()];
}

function* summaries(
  state: State,
  inbound: readonly InboundMessage[],
  until: Position | undefined,
): Scan<LargeMap<Summary>> {
  const byNumber = new LargeMap<Summary>();
  yield* visitEach(state.messages.values(), (message) => {
    if (until !== undefined && isAfterPosition(message.batch, until)) return;
    const latestAt = Math.max(message.batch.queuedAt, message.sent?.at ?? 0);
    add(byNumber, bareNumber(message.to), latestAt, message);
  });
  yield* visitEach(inbound, (payload) => {
    const at = parseTimestamp(payload.at) ?? 0;
    if (until === undefined || at <= until.at) add(byNumber, String(payload.from), at, payload);
  });
  return byNumber;
}

function add(byNumber: LargeMap<Summary>, number: string, at: number, latest: Summary['latest']): void {
  const known = byNumber.get(number);
  const place = 'batch' in latest ? latest.batch.ordinal : Number.POSITIVE_INFINITY;
  if (known === undefined) {
    byNumber.set(number, { number, latestAt: at, place, messages: 1, latest });
    return;
  }
  known.messages++;
  if (at < known.latestAt) return;
  known.latestAt = at;
  known.place = place;
  known.latest = latest;
}

function viewHandset({ number, latestAt, messages, latest }: Summary): HandsetView {
  const state = 'batch' in latest ? viewMessage(latest).state : 'inbound';
  return { number, latestAt: formatTimestamp(latestAt), messages, text: textOf(latest), state };
}

function textOf(latest: Message | InboundMessage): string {
  return 'batch' in latest ? latest.batch.body : latest.message;
}
