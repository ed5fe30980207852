import type { Message, State } from '../state/state.ts';
import { messagesDueTo } from '../state/state-index.ts';

/**
 * The latest message that was sent to a handset, of those that a test accepts. A handset replies to it. Messages are sent in
 * the order in which they become due. EMU-12.
 */
export function latestSent(
  { index }: State,
  number: string,
  accepts: (message: Message) => boolean = () => true,
): Message | undefined {
  return messagesDueTo(index, number).findLast((message) => message.sentAt !== undefined && accepts(message));
}
