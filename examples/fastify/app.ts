import { type AccountClient, isMessagingError } from '@messaging-service/sdk';
import { createWebhookHandler } from '@messaging-service/webhooks';
import { toFastifyPlugin } from '@messaging-service/webhooks/node';
import fastify, { type FastifyInstance } from 'fastify';

/** Dependencies of the application. */
export interface AppOptions {
  readonly client: AccountClient;
  /** The secret that signs inbound webhooks: the account's `mo_webhook_secret`. */
  readonly secret: string;
  /** Returns the current time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

const orderSchema = {
  type: 'object',
  required: ['number', 'phone'],
  properties: { number: { type: 'string' }, phone: { type: 'string' } },
} as const;

/**
 * Creates the application: `POST /orders` texts the customer that an order is ready, `POST /webhooks/messaging` receives
 * replies, and `GET /replies/{phone}` returns them.
 */
export function createApp({ client, secret, now = Date.now }: AppOptions): FastifyInstance {
  const app = fastify();
  const replies = new Map<string, string[]>();

  app.post<{ Body: { number: string; phone: string } }>(
    '/orders',
    { schema: { body: orderSchema } },
    async ({ body: { number, phone } }, reply) => {
      try {
        const { messageUuid } = await client.messages.sendOne({
          to: phone,
          from: { type: 'shared' },
          body: `Your order ${number} is ready. Reply LATER to collect it tomorrow.`,
        });
        return await reply.code(202).send({ messageUuid });
      } catch (error) {
        if (!isMessagingError(error, 'RequestValidationError')) throw error;
        return reply.code(400).send({ error: 'invalid_phone', issues: error.issues });
      }
    },
  );

  app.get<{ Params: { phone: string } }>('/replies/:phone', ({ params }, reply) =>
    reply.send(replies.get(params.phone) ?? []),
  );

  // The plugin reads the raw body, which the signature covers. JSON parsers of the other routes do not see it.
  const webhook = createWebhookHandler({
    secrets: secret,
    now,
    on: {
      inboundMessage: ({ phoneNumber: phone, payload: { message } }) => {
        if (phone === undefined) return; // a business that writes under a name
        replies.set(phone, [...(replies.get(phone) ?? []), message]);
      },
    },
  });
  void app.register(toFastifyPlugin(webhook), { url: '/webhooks/messaging' });
  return app;
}
