import { toNodeListener } from '@messaging-service/webhooks/node';
import express, { type Express, type Handler, type RequestHandler, Router } from 'express';
import { webhook } from './webhook.ts';

export const handler: RequestHandler = toNodeListener(webhook);
export const older: Handler = toNodeListener(webhook);
export const list: RequestHandler[] = [express.json(), toNodeListener(webhook, { path: '/webhook' })];
const app: Express = express();
app.post('/webhook', toNodeListener(webhook));
app.post('/webhook/:tenant', express.raw({ type: '*/*' }), toNodeListener(webhook));
app.use(toNodeListener(webhook, { path: '/webhook' }));
app.use('/webhook', toNodeListener(webhook));
app.all('/webhook', list);
app.route('/webhook').post(toNodeListener(webhook));
Router().post('/webhook', toNodeListener(webhook));
