import { createMessagingClient } from '@messaging-service/sdk';
import { createWebhookHandler } from '@messaging-service/webhooks';
import { toLambdaHandler } from '@messaging-service/webhooks/node';

const { messages } = createMessagingClient({
  baseUrl: process.env.MESSAGING_URL ?? '',
  accountKey: process.env.MESSAGING_KEY ?? '',
});

/**
 * Receives webhooks through a function URL or an HTTP API, and replies to each message once. Execution environments share
 * no memory, so the identifier of the reply is that of the message: the service rejects a second reply as a duplicate.
 */
export const handler = toLambdaHandler(
  createWebhookHandler({
    secrets: process.env.MESSAGING_WEBHOOK_SECRET,
    on: {
      inboundMessage: async ({ payload: { from, mo_uuid } }) => {
        const outcomes = messages.sendMany([
          {
            id: mo_uuid,
            to: String(from),
            from: { type: 'shared' },
            body: 'Thank you. We call you back today.',
          },
        ]);
        for await (const outcome of outcomes) {
          const isDuplicate = !outcome.ok && 'code' in outcome.error && outcome.error.code === 'duplicate_id';
          if (!outcome.ok && !isDuplicate) throw outcome.error;
        }
      },
    },
  }),
);
