import { createWebhookHandler } from '@messaging-service/webhooks';
import { noteReceipt } from '../../../../lib/message-status.ts';
import { messagingClient } from '../../../../lib/messaging.ts';
import { sendOnce } from '../../../../lib/send-once.ts';

/** Receives receipts and messages of customers. The secret is read at each request because `next build` has none. */
export const POST = createWebhookHandler({
  secrets: () => process.env.MESSAGING_WEBHOOK_SECRET,
  on: {
    deliveryReceipt: ({ payload: { messageuuid, delivered } }) => noteReceipt(messageuuid, delivered),
    inboundMessage: async ({ payload: { from, mo_uuid } }) => {
      await sendOnce(messagingClient(), {
        // The identifier is that of the message it replies to, so each message gets one reply.
        id: mo_uuid,
        to: String(from),
        from: { type: 'shared' },
        body: 'Thank you for writing. We will call you within the hour.',
      });
    },
  },
});
