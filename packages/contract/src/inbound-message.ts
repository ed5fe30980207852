import type { Channel, OpenEnum } from './primitives.ts';

/** The webhook of a message from a handset (MO, mobile originated). See INB-2. */
export interface InboundMessage {
  /** Owning account. */
  account_uuid: string;
  /** Batch of the message being replied to; null if this is not a reply. */
  batch_uuid: string | null;
  /** Message being replied to; null if this is not a reply. */
  message_uuid: string | null;
  /** Unique ID of this inbound message. */
  mo_uuid: string;
  /** Channel it was received on. */
  channel: OpenEnum<Channel>;
  /** Inbound text. */
  message: string;
  /** When it was received: ISO 8601 with milliseconds. See API-5. */
  at: string;
  /** E.164 number of the handset, as a JSON integer. See API-3. */
  from: number;
  /** Sender ID the message was sent to. */
  to: string;
}
