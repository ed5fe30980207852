import type { OutboundMessage } from '@messaging-service/sdk';
import { messageId } from '../message-id.ts';
import type { Recipient } from './recipients.ts';

/** What is sent to everybody on a list, once. */
export interface Campaign {
  /** A UUID, made by hand for this campaign. Another campaign to the same people has another one. */
  readonly id: string;
  /** The sender ID that phones show. */
  readonly sender: string;
  /** The text for a recipient. */
  readonly text: (recipient: Recipient) => string;
}

export const SPRING_SALE: Campaign = {
  id: 'c1b9a1f4-3f0e-4c55-8f1e-9a4f5f0f7d21',
  sender: 'DEMO',
  text: ({ name }) =>
    `${name}, the spring sale begins on Saturday at nine. Reply STOP to hear no more from us.`,
};

/**
 * The message for a recipient. Its identifier follows from campaign and recipient: whoever sends it, however often, it is
 * queued once.
 */
export function messageFor(campaign: Campaign, recipient: Recipient): OutboundMessage & { id: string } {
  return {
    id: messageId(campaign.id, recipient.reference),
    to: recipient.phone,
    from: { type: 'custom', value: campaign.sender },
    body: campaign.text(recipient),
  };
}
