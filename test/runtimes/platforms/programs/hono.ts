import { type Handler, Hono } from 'hono';
import { webhook } from './webhook.ts';

export const handler: Handler = ({ req }) => webhook(req.raw);
new Hono().post('/webhook', ({ req }) => webhook(req.raw));
new Hono<{ Bindings: { readonly SECRET: string } }>().post('/webhook', async (context) =>
  webhook(context.req.raw, context),
);
new Hono().mount('/webhook', webhook);
