import type { AccountClient } from '@messaging-service/sdk';
import { normalizePhoneNumber } from '@messaging-service/sdk/phone';
import { createWebhookHandler } from '@messaging-service/webhooks';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { v5 as uuidOf } from 'uuid';
import { type Guest, hear, QUESTION } from './conversation.ts';
import { sendOnce } from './send-once.ts';

/** Dependencies of the application. */
export interface PartyAppOptions {
  /** Sends invitations and replies. */
  readonly client: AccountClient;
  /** Signs the inbound webhooks: the account's `mo_webhook_secret`. */
  readonly secret: string;
  /** Authenticates the host. */
  readonly token: string;
  /** Guests by number, in the form in which messages are sent. A real application keeps them in a database. */
  readonly guests: Map<string, Guest>;
  /** Returns the current time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/** The namespace of the identifiers of replies: each is derived from the inbound message that it replies to. */
const ANSWERS = '0b0c8f1e-6f0f-4f4e-9a55-3d7f0d1c52aa';

/**
 * Creates the application: `POST /invitations {to}` asks a guest, `GET /guests/{number}` returns the state of a guest,
 * and `POST /webhooks/inbound` receives the messages of guests.
 */
export function createPartyApp({ client, secret, token, guests, now = Date.now }: PartyAppOptions): Hono {
  const app = new Hono();
  app.use('/invitations', bearerAuth({ token }));
  app.use('/guests/*', bearerAuth({ token }));

  app.post('/invitations', async ({ req, json }) => {
    try {
      // The number of the list of guests must be the one that STOP came from, however the host writes it.
      const to = normalizePhoneNumber((await req.json<{ to: string }>()).to);
      if (guests.get(to)?.state === 'stopped') return json({ error: 'stopped' }, 409);
      const { from } = await client.messages.sendOne({ to, from: { type: 'shared' }, body: QUESTION });
      guests.set(to, { state: 'asked', heardAt: guests.get(to)?.heardAt ?? 0 });
      return json({ from: from.value }, 201);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
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
      async inboundMessage({ phoneNumber: number, payload: { message, at, mo_uuid } }) {
        if (number === undefined) return; // a business that writes under a name
        const { guest, answer } = hear(guests.get(number), message, Date.parse(at));
        if (guest !== undefined) guests.set(number, guest);
        if (answer === undefined) return;
        // The service uses the same shared sender ID for this number as before. See SND-3.
        await sendOnce(client, {
          id: uuidOf(mo_uuid, ANSWERS),
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
