import { formatTimestamp, type InboundMessage, parseTimestamp } from '@messaging-service/contract';
import { bareNumber } from '../state/state.ts';
import type { HandsetIndex } from './handset-index.ts';
import type { HandsetSummary, Line } from './handset-summary.ts';
import { type ListWindow, mapWindow, type WindowBounds, windowOf } from './list-window.ts';
import { type MessageView, stateOf, viewMessage } from './message-list.ts';
import type { Position } from './position.ts';
import { type Scan, sorted, visitEach } from './scan.ts';
import { spelledNumber } from './spelled-number.ts';

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
  /** Messages in both directions before this part. */
  readonly offset: number;
  /** Messages in both directions. */
  readonly total: number;
}

/** Which handsets to list. */
export interface HandsetQuery {
  /** Text in the number or in the latest message. */
  readonly search?: string | undefined;
  /** Leaves out everything after a moment, so that the list does not change. */
  readonly until?: Position | undefined;
}

/** Handsets by their latest activity, newest first. */
export function* listHandsets(
  index: HandsetIndex,
  { search = '', until }: HandsetQuery,
  bounds: WindowBounds,
): Scan<ListWindow<HandsetView>> {
  const handsets = until === undefined ? index : yield* index.heldAt(until);
  const needle = search.trim().toLowerCase();
  const digits = spelledNumber(needle);
  const accepts = ({ number, latest }: HandsetSummary) =>
    number.includes(digits) || textOf(latest).toLowerCase().includes(needle);
  if (needle === '' && bounds.locate === undefined) return mapWindow(partOf(handsets, bounds), viewHandset);
  const locate = bounds.locate === undefined ? undefined : bareNumber(bounds.locate);
  const found = yield* windowOf(handsets.from(0), { ...bounds, locate }, accepts, ({ number }) => number);
  return mapWindow(found, viewHandset);
}

/** A window of all handsets: those after it are not visited. */
function partOf(
  handsets: { readonly size: number; from(place: number): Iterable<HandsetSummary> },
  { offset, limit }: WindowBounds,
): ListWindow<HandsetSummary> {
  const rows: HandsetSummary[] = [];
  for (const handset of handsets.from(offset)) {
    if (rows.push(handset) === limit) break;
  }
  return { rows, total: handsets.size };
}

/**
 * A part of the messages to and from a handset, in order of time: `limit` of them from `offset` on, or the latest ones.
 * A message that was not sent yet has the time at which it is due.
 */
export function* readConversation(
  index: HandsetIndex,
  number: string,
  { limit, offset }: { readonly limit: number; readonly offset: number | undefined },
): Scan<Conversation> {
  const bare = bareNumber(number);
  const lines: { readonly said: Line; readonly at: number }[] = [];
  yield* visitEach(index.linesOf(bare), (said) => lines.push({ said, at: timeIn(said) }));
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

/** The time of a message in its conversation. */
function timeIn(line: Line): number {
  if (!('batch' in line)) return parseTimestamp(line.at) ?? 0;
  return line.sent?.at ?? line.batch.sendAt ?? line.batch.queuedAt;
}

function viewHandset({ number, latestAt, messages, latest }: HandsetSummary): HandsetView {
  const state = 'batch' in latest ? stateOf(latest) : 'inbound';
  return { number, latestAt: formatTimestamp(latestAt), messages, text: textOf(latest), state };
}

function textOf(latest: Line): string {
  return 'batch' in latest ? latest.batch.body : latest.message;
}
