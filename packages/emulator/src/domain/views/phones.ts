import type { Line, Message, State } from '../state/state.ts';
import type { Position } from './position.ts';

/** A phone with its latest activity. */
export interface Phone {
  /** Its number, without the plus. */
  readonly number: string;
  /** When something last happened, in milliseconds since the epoch. */
  readonly latestAt: number;
  /** The message that it happened to. */
  readonly latest: Line;
  /** Messages in both directions. */
  readonly messages: number;
}

/** The latest message that was sent to a phone, of those that a test accepts. */
export function latestSent(
  { phones }: State,
  number: string,
  accepts: (message: Message) => boolean = () => true,
): Message | undefined {
  let latest: Message | undefined;
  for (const line of phones.get(number) ?? []) {
    if (!('batch' in line) || line.sent === undefined || !accepts(line)) continue;
    if (latest === undefined || !isSentBefore(line, latest)) latest = line;
  }
  return latest;
}

/** Messages of one instant are sent in the order in which they became due. */
function isSentBefore(message: Message, other: Message): boolean {
  const difference = (message.sent?.at ?? 0) - (other.sent?.at ?? 0);
  return difference === 0 ? dueAt(message) < dueAt(other) : difference < 0;
}

function dueAt({ batch: { sendAt, queuedAt } }: Message): number {
  return sendAt ?? queuedAt;
}

/**
 * The phones by their latest activity, newest first.
 *
 * @param until - Leaves out everything after a moment.
 */
export function phonesByActivity({ phones }: State, until: Position | undefined): Phone[] {
  const known: Phone[] = [];
  for (const [number, lines] of phones) {
    const phone = phoneAt(number, lines, until);
    if (phone !== undefined) known.push(phone);
  }
  return known.sort(newerFirst);
}

/** A phone at a moment; undefined when it had no message yet. */
function phoneAt(number: string, lines: readonly Line[], until: Position | undefined): Phone | undefined {
  let latest: Line | undefined;
  let latestAt = Number.NEGATIVE_INFINITY;
  let messages = 0;
  for (const line of lines) {
    if (until !== undefined && !isKnownAt(line, until)) continue;
    messages++;
    const at = activityOf(line, until?.at);
    if (at < latestAt) continue;
    latest = line;
    latestAt = at;
  }
  return latest && { number, latestAt, latest, messages };
}

/** Phones of one instant are in the order in which their messages were queued or received, the latest first. */
function newerFirst(a: Phone, b: Phone): number {
  return b.latestAt - a.latestAt || placeOf(b.latest) - placeOf(a.latest);
}

/** A reply comes after the batches that were queued before it. */
function placeOf(line: Line): number {
  return 'batch' in line ? line.batch.ordinal : line.batchCount + 0.5;
}

function isKnownAt(line: Line, until: Position): boolean {
  return 'batch' in line ? line.batch.ordinal <= until.batchCount : line.at <= until.at;
}

/** When something last happened to a message, as known at a moment: it was queued, sent or received. */
function activityOf(line: Line, until = Number.POSITIVE_INFINITY): number {
  if (!('batch' in line)) return line.at;
  const { queuedAt } = line.batch;
  return line.sent === undefined || line.sent.at > until ? queuedAt : Math.max(queuedAt, line.sent.at);
}
