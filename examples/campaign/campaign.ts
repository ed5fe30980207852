import { idFrom, type OutboundMessage } from '@messaging-service/sdk';
import type { Recipient } from './recipients.ts';

/** A text that every recipient of a list gets once. */
export interface Campaign {
  /** A random UUID that belongs to this campaign only. Another campaign to the same people has another one. */
  readonly id: string;
  /** The sender ID that phones show. */
  readonly sender: string;
  /** Returns the text for a recipient. */
  readonly text: (recipient: Recipient) => string;
}

export const SPRING_SALE: Campaign = {
  id: 'c1b9a1f4-3f0e-4c55-8f1e-9a4f5f0f7d21',
  sender: 'DEMO',
  text: ({ name }) =>
    `${name}, the spring sale begins on Saturday at nine. Reply STOP to hear no more from us.`,
};

/**
 * Returns the message for a recipient. Its identifier is derived from the campaign and the recipient, so the service
 * queues it once, however often it is sent.
 *
 * @param webhooks - The URL of `receive.ts`. The receipt comes to a path with the identifier, so it finds its recipient even
 *   if the response to the send, with the identifiers of the service, was lost.
 */
export function messageFor(
  campaign: Campaign,
  recipient: Recipient,
  webhooks?: string,
): OutboundMessage & { id: string } {
  const id = idFrom(campaign.id, recipient.reference);
  return {
    id,
    callback: webhooks === undefined ? undefined : `${webhooks}/receipts/${id}`,
    to: recipient.phone,
    from: { type: 'custom', value: campaign.sender },
    body: campaign.text(recipient),
  };
}
