import { bareNumber, type Message, type Reply, type State } from '../state/state.ts';
import type { Position } from './position.ts';

/** A message to or from a phone. */
export type Line = Message | Reply;

/** The latest activity of a phone. */
interface Activity {
  /** When something last happened, in milliseconds since the epoch. */
  readonly latestAt: number;
  /** The message that it happened to. */
  readonly latest: Line;
}

/** A phone with its latest activity. */
export interface Phone extends Activity {
  /** Its number, without the plus. */
  readonly number: string;
  /** Messages in both directions. */
  readonly messages: number;
}

/** All messages to and from phones. */
export function* linesOf({ messages, replies }: State): Generator<Line> {
  yield* messages.values();
  yield* replies;
}

/** Whether a line is a message from the phone. */
export function isReply(line: Line): line is Reply {
  return 'payload' in line;
}

/** The number of the phone, without the plus. */
export function numberOf(line: Line): string {
  return isReply(line) ? String(line.payload.from) : bareNumber(line.to);
}

/** The place of a line in the history. */
export function seqOf(line: Line): number {
  return isReply(line) ? line.seq : line.batch.seq;
}

/** The latest message that was sent to a phone, of those that a test accepts. */
export function latestSent(
  { messages }: State,
  number: string,
  accepts: (message: Message) => boolean = () => true,
): Message | undefined {
  let latest: Message | undefined;
  for (const message of messages.values()) {
    if (message.sentAt === undefined || bareNumber(message.to) !== number || !accepts(message)) continue;
    if (latest === undefined || !isSentBefore(message, latest)) latest = message;
  }
  return latest;
}

/** Messages of one instant are sent in the order in which they became due. */
function isSentBefore(message: Message, other: Message): boolean {
  const difference = (message.sentAt ?? 0) - (other.sentAt ?? 0);
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
export function phonesByActivity(state: State, until: Position | undefined): Phone[] {
  const phones = new Map<string, Phone>();
  for (const line of linesOf(state)) {
    if (until !== undefined && seqOf(line) > until.seq) continue;
    const number = numberOf(line);
    const activity = { latestAt: activityOf(line, until?.at), latest: line };
    const phone = phones.get(number) ?? { number, ...activity, messages: 0 };
    const latest = newerFirst(activity, phone) <= 0 ? activity : phone;
    phones.set(number, { ...phone, ...latest, messages: phone.messages + 1 });
  }
  return [...phones.values()].sort(newerFirst);
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
