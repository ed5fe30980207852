import { isMessagingError } from '@messaging-service/sdk';
import { createWebhookHandler } from '@messaging-service/webhooks';
import type { RequestHandler } from '@sveltejs/kit';
import { messagingClient } from '#lib/messaging.ts';

const handler = createWebhookHandler({
  secrets: () => process.env.MESSAGING_WEBHOOK_SECRET,
  on: { inboundMessage: ({ payload: { from, mo_uuid } }) => reply(mo_uuid, String(from)) },
});

/** Replies to a message once: the identifier is that of the message, and the service rejects a second one as a duplicate. */
async function reply(id: string, to: string): Promise<void> {
  try {
    const body = 'Thank you. We call you back today.';
    await messagingClient().messages.sendOne({ id, to, from: { type: 'shared' }, body });
  } catch (error) {
    if (!isMessagingError(error, 'duplicate_id')) throw error;
  }
}

export const POST: RequestHandler = ({ request }) => handler(request);
