import { createWebhookHandler } from '@messaging-service/webhooks';
import type { RequestHandler } from '@sveltejs/kit';
import { messagingClient } from '#lib/messaging.ts';

const handler = createWebhookHandler({
  secrets: () => process.env.MESSAGING_WEBHOOK_SECRET,
  on: {
    // The identifier is that of the message it replies to, so each message gets one reply.
    inboundMessage: async ({ payload: { from, mo_uuid } }) => {
      const body = 'Thank you. We call you back today.';
      await messagingClient().messages.sendOne({
        id: mo_uuid,
        to: String(from),
        from: { type: 'shared' },
        body,
      });
    },
  },
});

export const POST: RequestHandler = ({ request }) => handler(request);
