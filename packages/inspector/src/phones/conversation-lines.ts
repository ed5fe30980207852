import type { Conversation, InboundView, MessageView } from '../api/types.ts';
import { dayOf } from '../format.ts';

/** A message to or from a handset, at its place in the conversation. */
export type ConversationLine = { readonly at: string; readonly day: string } & (
  | { readonly message: MessageView }
  | { readonly inbound: InboundView }
);

/**
 * The messages to a handset and those from it, in the order of the conversation. A message that was not sent has the time
 * at which it is due.
 */
export function conversationLines({
  messages,
  inbound,
  order,
}: Pick<Conversation, 'messages' | 'inbound' | 'order'>): ConversationLine[] {
  const lines = new Map<string, ConversationLine>();
  for (const message of messages) {
    const at = message.sentAt ?? message.sendAt ?? message.queuedAt;
    lines.set(message.messageUuid, { at, day: dayOf(at), message });
  }
  for (const payload of inbound) {
    const { at, mo_uuid: uuid } = payload;
    lines.set(uuid, { at, day: dayOf(at), inbound: payload });
  }
  return order.flatMap((uuid) => lines.get(uuid) ?? []);
}
