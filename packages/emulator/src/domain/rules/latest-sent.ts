import { bareNumber, type Message, type State } from '../state/state.ts';

/** The latest message that was sent to a handset, of those that a test accepts. A handset replies to it. EMU-12. */
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
