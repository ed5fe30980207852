import { formatTimestamp, type InboundMessage, parseTimestamp } from '@messaging-service/contract';
import { LargeMap } from '../state/large-map.ts';
import { bareNumber, type Message, type State } from '../state/state.ts';
import { type ListWindow, type WindowBounds, windowOf } from './list-window.ts';
import { type MessageView, viewMessage } from './message-list.ts';
import { type Scan, sorted, visitEach } from './scan.ts';

/** A handset with the latest that was said. */
export interface HandsetView {
  /** Its number, without the plus. */
  readonly number: string;
  /** When something last happened: a message was queued, sent or came in. */
  readonly latestAt: string;
  /** Messages sent to it or waiting for their time, and those that came from it. */
  readonly messages: number;
  /** The latest text, whoever wrote it. */
  readonly text: string;
  /** Where the latest message stands; `inbound` for one that came from the handset. */
  readonly state: MessageView['state'] | 'inbound';
}

/** What was said on one handset, oldest first. */
export interface Conversation {
  readonly number: string;
  readonly messages: MessageView[];
  readonly inbound: readonly InboundMessage[];
}

interface Summary {
  readonly number: string;
  latestAt: number;
  messages: number;
  latest: Message | InboundMessage;
}

/** Handsets by what happened last on them, newest first. */
export function* listHandsets(
  state: State,
  inbound: readonly InboundMessage[],
  search: string,
  bounds: WindowBounds,
): Scan<ListWindow<HandsetView>> {
  const needle = bareNumber(search.trim().toLowerCase());
  const matching = yield* windowOf(
    (yield* summaries(state, inbound)).values(),
    { offset: 0, limit: Number.POSITIVE_INFINITY },
    ({ number, latest }) => number.includes(needle) || textOf(latest).toLowerCase().includes(needle),
  );
  const newestFirst = yield* sorted(matching.rows, (a, b) => b.latestAt - a.latestAt);
  const rows = newestFirst.slice(bounds.offset, bounds.offset + bounds.limit);
  return { rows: rows.map(viewHandset), total: matching.total };
}

/** The latest messages of a handset, at most `limit`, with what came from it. */
export function* readConversation(
  state: State,
  inbound: readonly InboundMessage[],
  number: string,
  limit: number,
): Scan<Conversation> {
  const bare = bareNumber(number);
  const messages: Message[] = [];
  yield* visitEach(state.messages.values(), (message) => {
    if (bareNumber(message.to) === bare) messages.push(message);
  });
  return {
    number: bare,
    messages: messages.slice(-limit).map(viewMessage),
    inbound: inbound.filter(({ from }) => String(from) === bare).slice(-limit),
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
    byUuid.set(payload.mo_uuid, payload);
  });
  for (const payload of recent) byUuid.set(payload.mo_uuid, payload);
  return [...byUuid.values()];
}

function* summaries(state: State, inbound: readonly InboundMessage[]): Scan<LargeMap<Summary>> {
  const byNumber = new LargeMap<Summary>();
  yield* visitEach(state.messages.values(), (message) => {
    const latestAt = Math.max(message.batch.queuedAt, message.sent?.at ?? 0);
    add(byNumber, bareNumber(message.to), latestAt, message);
  });
  yield* visitEach(inbound, (payload) => {
    add(byNumber, String(payload.from), parseTimestamp(payload.at) ?? 0, payload);
  });
  return byNumber;
}

function add(byNumber: LargeMap<Summary>, number: string, at: number, latest: Summary['latest']): void {
  const known = byNumber.get(number);
  if (known === undefined) {
    byNumber.set(number, { number, latestAt: at, messages: 1, latest });
    return;
  }
  known.messages++;
  if (at < known.latestAt) return;
  known.latestAt = at;
  known.latest = latest;
}

function viewHandset({ number, latestAt, messages, latest }: Summary): HandsetView {
  const state = 'batch' in latest ? viewMessage(latest).state : 'inbound';
  return { number, latestAt: formatTimestamp(latestAt), messages, text: textOf(latest), state };
}

function textOf(latest: Message | InboundMessage): string {
  return 'batch' in latest ? latest.batch.body : latest.message;
}
