import { randomBytes } from 'node:crypto';
import type { AccountClient } from '@messaging-service/sdk';
import { createWebhookHandler } from '@messaging-service/webhooks';
import { toNodeListener } from '@messaging-service/webhooks/node';
import express, { type Express, type Request } from 'express';
import { createLoginCodes } from './login-codes.ts';
import { PAGE } from './page.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The parts of the application. */
export interface AppOptions {
  /** Sends codes and reminders. */
  readonly client: AccountClient;
  /** The secret that signs inbound webhooks. */
  readonly secret: string;
}

/**
 * Creates the application: login by a one-time code, and an appointment in two days with a reminder tomorrow. The reply to
 * the reminder is shown on the page. All times come from `Date` and `setTimeout`.
 */
export function createApp({ client, secret }: AppOptions): Express {
  const codes = createLoginCodes(Date.now);
  const sessions = new Map<string, string>();
  const replies = new Map<string, string[]>();
  const app = express();

  const send = (to: string, body: string) =>
    client.messages.sendOne({ to, from: { type: 'custom', value: 'DEMO' }, body });
  const phoneOf = ({ headers: { cookie = '' } }: Request) =>
    sessions.get(/\bsession=([\w-]+)/.exec(cookie)?.[1] ?? '');

  const webhook = createWebhookHandler({
    secrets: secret,
    on: {
      inboundMessage: ({ phoneNumber = '', payload: { message } }) => {
        replies.get(phoneNumber)?.push(message);
      },
    },
  });
  // Before the parser of JSON: the signature covers the bytes as they were sent.
  app.post('/webhook', toNodeListener(webhook));
  app.use(express.json({ limit: '1kb' }));
  app.get('/', (_request, response) => void response.type('html').send(PAGE));

  app.post('/login/code', async (request, response) => {
    const { phone } = request.body as { phone: string };
    const issued = codes.issue(phone);
    if (!issued.ok) return void response.status(429).json({});
    await send(phone, `${issued.code} is your code to log in. It is valid for 5 minutes.`);
    response.status(202).json({});
  });

  app.post('/login', (request, response) => {
    const { phone, code } = request.body as { phone: string; code: string };
    if (!codes.redeem(phone, code)) return void response.status(401).json({});
    const session = randomBytes(32).toString('base64url');
    sessions.set(session, phone);
    response.cookie('session', session, { httpOnly: true, sameSite: 'strict' }).json({});
  });

  app.post('/appointments', (request, response) => {
    const phone = phoneOf(request);
    if (phone === undefined) return void response.status(401).json({});
    replies.set(phone, []);
    setTimeout(
      () => void send(phone, 'Your appointment is tomorrow. Reply YES to confirm or NO to cancel.'),
      DAY_MS,
    );
    response.status(201).json({});
  });

  app.get('/replies', (request, response) => {
    const phone = phoneOf(request);
    if (phone === undefined) return void response.status(401).json({});
    response.json({ replies: replies.get(phone) ?? [] });
  });
  return app;
}
