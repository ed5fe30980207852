import {
  type AccountClient,
  isConflictError,
  type OutboundMessage,
  type QueuedMessage,
} from '@messaging-service/sdk';

/**
 * Sends a message unless it was sent before. Whoever is restarted or asked twice may not know it any more; the service
 * does not forget identifiers.
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
    if (isQueuedBefore(error)) return undefined;
    throw error;
  }
}

/** Whether the service refuses a message because it has queued one with this identifier before. */
export function isQueuedBefore(error: unknown): boolean {
  return isConflictError(error) && error.code === 'duplicate_id';
}
