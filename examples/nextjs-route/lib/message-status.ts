/** The state of a message. */
export type MessageStatus = 'queued' | 'delivered' | 'failed';

// A real application uses a table of its database, because serverless functions do not share memory.
const statuses = new Map<string, MessageStatus>();

/** Records that a message was queued, unless its receipt has arrived first. */
export function noteQueued(messageUuid: string): void {
  if (!statuses.has(messageUuid)) statuses.set(messageUuid, 'queued');
}

/** Records a receipt. */
export function noteReceipt(messageUuid: string, delivered: boolean): void {
  statuses.set(messageUuid, delivered ? 'delivered' : 'failed');
}

/** Returns the state of a message; undefined for an unknown one. */
export function statusOf(messageUuid: string): MessageStatus | undefined {
  return statuses.get(messageUuid);
}
