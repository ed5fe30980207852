import { createWebhookHandler } from '@messaging-service/webhooks';
import { sendOnce } from '../../../../../send-once.ts';
import { noteReceipt } from '../../../../lib/message-status.ts';
import { messagingClient } from '../../../../lib/messaging.ts';

/** Receipts and what customers write. The secret is looked up at each request: `next build` has none. */
export const POST = createWebhookHandler({
  secrets: () => process.env.MESSAGING_WEBHOOK_SECRET,
  on: {
    deliveryReceipt: ({ payload: { messageuuid, delivered } }) => noteReceipt(messageuuid, delivered),
    inboundMessage: async ({ payload: { from, mo_uuid } }) => {
      await sendOnce(messagingClient(), {
        // Its identifier is taken from the message it answers: it is answered once.
        id: mo_uuid,
        to: String(from),
        from: { type: 'shared' },
        body: 'Thank you for writing. We will call you within the hour.',
      });
    },
  },
});
