/** What became of a message. */
export type MessageStatus = 'queued' | 'delivered' | 'failed';

// A table of the application's database in earnest: a function that runs on many machines shares no memory.
const statuses = new Map<string, MessageStatus>();

/** Notes that a message was queued. A receipt may have been quicker than the answer. */
export function noteQueued(messageUuid: string): void {
  if (!statuses.has(messageUuid)) statuses.set(messageUuid, 'queued');
}

/** Notes what a receipt says. */
export function noteReceipt(messageUuid: string, delivered: boolean): void {
  statuses.set(messageUuid, delivered ? 'delivered' : 'failed');
}

/** What became of a message, as far as is known. */
export function statusOf(messageUuid: string): MessageStatus | undefined {
  return statuses.get(messageUuid);
}
