import { type FastifyWebhookOptions, toFastifyPlugin } from '@messaging-service/webhooks/node';
import { type FastifyPluginAsync, fastify } from 'fastify';
import { webhook } from './webhook.ts';

export const plugin: FastifyPluginAsync<FastifyWebhookOptions> = toFastifyPlugin(webhook);
const app = fastify();
await app.register(toFastifyPlugin(webhook), { url: '/webhook' });
await app.register(toFastifyPlugin(webhook), { url: '/webhook', prefix: '/messages' });
await fastify({ http2: true }).register(toFastifyPlugin(webhook), { url: '/webhook' });
await fastify({ logger: true }).register(toFastifyPlugin(webhook), { url: '/webhook' });
