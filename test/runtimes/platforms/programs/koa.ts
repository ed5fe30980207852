import { Router } from '@koa/router';
import { toKoaMiddleware } from '@messaging-service/webhooks/node';
import Koa from 'koa';
import { webhook } from './webhook.ts';

export const middleware: Koa.Middleware = toKoaMiddleware(webhook, { path: '/webhook' });
interface State {
  readonly user: string;
}
export const withState: Koa.Middleware<State, { readonly tenant: string }> = toKoaMiddleware(webhook);
new Koa().use(toKoaMiddleware(webhook, { path: '/webhook' }));
new Koa<State>().use(toKoaMiddleware(webhook));
new Router().post('/webhook', toKoaMiddleware(webhook));
