import { createWebhookHandler } from '@messaging-service/webhooks';

export const webhook = createWebhookHandler({ secrets: 'secret', on: { inboundMessage: () => undefined } });
