// A route of Next.js in its edge runtime. It sends a message through the client, and verifies a webhook with each function.
import { createMessagingClient } from '@messaging-service/sdk';
import {
  buildInboundMessage,
  signTestWebhook,
  verify,
  verifySync,
  WebhookVerificationError,
} from '@messaging-service/webhooks';

export const runtime = 'edge';

export async function POST(): Promise<Response> {
  const { MESSAGING_BASE_URL: baseUrl = '', MESSAGING_ACCOUNT_KEY: accountKey = '' } = process.env;
  const { messages } = createMessagingClient({ baseUrl, accountKey });
  const { to } = await messages.sendOne({
    to: '447700900124',
    from: { type: 'shared' },
    body: 'Sent from the edge',
  });

  const secrets = 'a secret';
  const webhook = await signTestWebhook(buildInboundMessage({ message: 'YES' }), { secret: secrets });
  const { verified } = await verify(webhook, { secrets });
  return Response.json({ to, verified, synchronously: verifiedSync() });

  function verifiedSync(): string {
    try {
      verifySync(webhook, { secrets });
      return 'verified';
    } catch (error) {
      return error instanceof WebhookVerificationError ? error.code : String(error);
    }
  }
}
