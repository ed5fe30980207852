import { createMessagingClient, isMessagingError, optionsFromEnvironment } from '@messaging-service/sdk';
import { createWebhookHandler } from '@messaging-service/webhooks';
import { toLambdaHandler } from '@messaging-service/webhooks/node';

const { messages } = createMessagingClient(optionsFromEnvironment());

/**
 * Replies to a message once. Execution environments share no memory, so the identifier of the reply is that of the
 * message: the service rejects a second reply as a duplicate.
 */
async function reply(id: string, to: string): Promise<void> {
  try {
    await messages.sendOne({ id, to, from: { type: 'shared' }, body: 'Thank you. We call you back today.' });
  } catch (error) {
    if (!isMessagingError(error, 'duplicate_id')) throw error;
  }
}

/** Receives webhooks through a function URL or an HTTP API. */
export const handler = toLambdaHandler(
  createWebhookHandler({
    secrets: process.env.MESSAGING_WEBHOOK_SECRET,
    on: { inboundMessage: ({ payload: { from, mo_uuid } }) => reply(mo_uuid, String(from)) },
  }),
);
