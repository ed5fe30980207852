import { formatTimestamp, type InboundMessage, parseTimestamp } from '@messaging-service/contract';
import { type ListWindow, type WindowBounds, windowOf } from './list-window.ts';
import { type MessageView, viewMessage } from './message-list.ts';
import { bareNumber, type Message, type State } from './state.ts';

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
export function listHandsets(
  state: State,
  inbound: readonly InboundMessage[],
  search: string,
  bounds: WindowBounds,
): ListWindow<HandsetView> {
  const needle = bareNumber(search.trim().toLowerCase());
  const newestFirst = summaries(state, inbound).toSorted((a, b) => b.latestAt - a.latestAt);
  const { rows, total } = windowOf(
    newestFirst,
    bounds,
    ({ number, latest }) => number.includes(needle) || textOf(latest).toLowerCase().includes(needle),
  );
  return { rows: rows.map(viewHandset), total };
}

/** The latest messages of a handset, at most `limit`, with what came from it. */
export function readConversation(
  state: State,
  inbound: readonly InboundMessage[],
  number: string,
  limit: number,
): Conversation {
  const bare = bareNumber(number);
  const messages: Message[] = [];
  for (const message of state.messages.values()) if (bareNumber(message.to) === bare) messages.push(message);
  return {
    number: bare,
    messages: messages.slice(-limit).map(viewMessage),
    inbound: inbound.filter(({ from }) => String(from) === bare).slice(-limit),
  };
}

function summaries(state: State, inbound: readonly InboundMessage[]): Summary[] {
  const byNumber = new Map<string, Summary>();
  for (const message of state.messages.values()) {
    const latestAt = Math.max(message.batch.queuedAt, message.sent?.at ?? 0);
    add(byNumber, bareNumber(message.to), latestAt, message);
  }
  for (const payload of inbound)
    add(byNumber, String(payload.from), parseTimestamp(payload.at) ?? 0, payload);
  return [...byNumber.values()];
}

function add(byNumber: Map<string, Summary>, number: string, at: number, latest: Summary['latest']): void {
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
