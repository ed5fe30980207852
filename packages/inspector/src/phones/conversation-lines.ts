import type { Conversation, InboundView, MessageView } from '../api/types.ts';
import { dayOf } from '../format.ts';

/** A message to or from a handset, at its place in the conversation. */
export type ConversationLine = { readonly at: string; readonly day: string } & (
  | { readonly message: MessageView }
  | { readonly inbound: InboundView }
);

/**
 * Merges the messages to a handset with those from it, in order of time. A message that was not sent is at the time it
 * is due.
 */
export function conversationLines({
  messages,
  inbound,
}: Omit<Conversation, 'offset' | 'total'>): ConversationLine[] {
  const outgoing = messages.map((message) => {
    const at = message.sentAt ?? message.sendAt ?? message.queuedAt;
    return { at, day: dayOf(at), message };
  });
  const incoming = inbound.map((payload) => ({ at: payload.at, day: dayOf(payload.at), inbound: payload }));
  return [...outgoing, ...incoming].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
