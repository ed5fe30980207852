import {
  type AccountClient,
  isMessagingError,
  type OutboundMessage,
  type QueuedMessage,
} from '@messaging-service/sdk';

/**
 * Sends a message unless it was sent before. After a restart, or when a request arrives twice, the application may not
 * know what it has sent. The service does: it rejects an identifier that it has queued before.
 *
 * @returns The queued message; undefined when it was queued before.
 */
export async function sendOnce(
  { messages }: AccountClient,
  message: OutboundMessage & { id: string },
): Promise<QueuedMessage | undefined> {
  try {
    return await messages.sendOne(message);
  } catch (error) {
    if (isMessagingError(error, 'duplicate_id')) return undefined;
    throw error;
  }
}
