import { randomBytes } from 'node:crypto';
import type { AccountClient } from '@messaging-service/sdk';
import { isMessagingError } from '@messaging-service/sdk';
import express, { type Express } from 'express';
import { createLoginCodes, RULES } from './login-codes.ts';

/** What the application is made of. */
export interface LoginAppOptions {
  /** Sends the codes. */
  readonly client: AccountClient;
  /** The sender ID that phones show. */
  readonly sender: string;
  /** Takes a line of the log. It never gets a code or a whole number. */
  readonly log: (line: string) => void;
  /** Tells the present, in milliseconds since the epoch: `Date.now` unless given. */
  readonly now?: () => number;
}

/** A mobile number with its country code, once the plus and the spaces are gone. */
const NUMBER = /^[1-9][0-9]{6,14}$/;
const CODE = new RegExp(`^[0-9]{${RULES.digits}}$`);

/** Makes the application: `POST /login/code {phone}` sends a code, `POST /login {phone, code}` takes it. */
export function createLoginApp({ client, sender, log, now = Date.now }: LoginAppOptions): Express {
  const codes = createLoginCodes(now);
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json({ limit: '1kb' }));

  app.post('/login/code', async (request, response) => {
    const phone = readPhone(request.body);
    if (phone === undefined) return void response.status(400).json({ error: 'invalid_phone' });
    const issued = codes.issue(phone);
    if (!issued.ok) {
      response.set('retry-after', String(Math.ceil(issued.retryAfterMs / 1_000)));
      return void response.status(429).json({ error: 'too_many_codes' });
    }
    try {
      const { messageUuid } = await client.messages.sendOne({
        to: phone,
        from: { type: 'custom', value: sender },
        body: `${issued.code} is your code to log in. It is good for 5 minutes. We never ask for it by phone.`,
      });
      log(`code for …${phone.slice(-3)} queued as ${messageUuid}`);
    } catch (error) {
      if (!isMessagingError(error)) throw error;
      log(`code for …${phone.slice(-3)} failed: ${error.message}`);
      // It may be on its way although the answer was lost: then the person can use it.
      if (!error.maybeSent) {
        codes.withdraw(phone);
        return void response.status(503).json({ error: 'not_sent' });
      }
    }
    response.status(202).json({ expiresInSeconds: RULES.lifetimeMs / 1_000 });
  });

  app.post('/login', (request, response) => {
    const phone = readPhone(request.body);
    const code = readText(request.body, 'code');
    // One answer for a wrong code, an old one, one that was guessed at too often and a phone that has none.
    if (phone === undefined || !CODE.test(code) || !codes.redeem(phone, code))
      return void response.status(401).json({ error: 'invalid_code' });
    log(`…${phone.slice(-3)} logged in`);
    response.json({ session: randomBytes(32).toString('base64url') });
  });

  return app;
}

/** The number in the form the service takes, so that limits hold however it is written. */
function readPhone(body: unknown): string | undefined {
  const digits = readText(body, 'phone').replace(/^\+|[\s()-]/g, '');
  return NUMBER.test(digits) ? digits : undefined;
}

function readText(body: unknown, field: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : '';
  return typeof value === 'string' ? value : '';
}
