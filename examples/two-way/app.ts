import { type AccountClient, isRequestValidationError } from '@messaging-service/sdk';
import { createWebhookHandler } from '@messaging-service/webhooks';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { messageId } from '../message-id.ts';
import { sendOnce } from '../send-once.ts';
import { type Guest, hear, QUESTION } from './conversation.ts';

/** What the application is made of. */
export interface PartyAppOptions {
  /** Sends invitations and answers. */
  readonly client: AccountClient;
  /** Signs the inbound webhooks: the account's `mo_webhook_secret`. */
  readonly secret: string;
  /** Lets the host in. */
  readonly token: string;
  /** Guests by their numbers, which outlive the process in a real application. */
  readonly guests: Map<string, Guest>;
  /** Tells the present, in milliseconds since the epoch: `Date.now` unless given. */
  readonly now?: () => number;
}

/** Answers are sent for an inbound message; this stands for that reason. */
const ANSWERS = '0b0c8f1e-6f0f-4f4e-9a55-3d7f0d1c52aa';

/**
 * Makes the application: `POST /invitations {to}` asks a guest, `GET /guests/{number}` tells how it stands, and
 * `POST /webhooks/inbound` takes what guests write.
 */
export function createPartyApp({ client, secret, token, guests, now = Date.now }: PartyAppOptions): Hono {
  const app = new Hono();
  app.use('/invitations', bearerAuth({ token }));
  app.use('/guests/*', bearerAuth({ token }));

  app.post('/invitations', async ({ req, json }) => {
    const { to } = await req.json<{ to: string }>();
    if (guests.get(to)?.state === 'stopped') return json({ error: 'stopped' }, 409);
    try {
      const { from } = await client.messages.sendOne({ to, from: { type: 'shared' }, body: QUESTION });
      guests.set(to, { state: 'asked', heardAt: guests.get(to)?.heardAt ?? 0 });
      return json({ from: from.value }, 201);
    } catch (error) {
      if (!isRequestValidationError(error)) throw error;
      return json({ error: 'invalid_number' }, 400);
    }
  });

  app.get('/guests/:number', ({ req, json }) => {
    const guest = guests.get(req.param('number'));
    return guest === undefined ? json({ error: 'unknown' }, 404) : json({ state: guest.state });
  });

  const webhook = createWebhookHandler({
    secrets: secret,
    now,
    on: {
      async inboundMessage({ payload: { from, message, at, mo_uuid } }) {
        const number = String(from);
        const { guest, answer } = hear(guests.get(number), message, Date.parse(at));
        if (guest !== undefined) guests.set(number, guest);
        if (answer === undefined) return;
        // Shared again: the service keeps to the sender ID that this number has had from us. See SND-3.
        await sendOnce(client, {
          id: messageId(ANSWERS, mo_uuid),
          to: number,
          from: { type: 'shared' },
          body: answer,
        });
      },
    },
  });
  app.post('/webhooks/inbound', ({ req }) => webhook(req.raw));
  return app;
}
