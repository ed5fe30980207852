import { randomBytes } from 'node:crypto';
import type { AccountClient } from '@messaging-service/sdk';
import { isMessagingError } from '@messaging-service/sdk';
import express, { type Express } from 'express';
import { createLoginCodes, RULES } from './login-codes.ts';

/** Dependencies of the application. */
export interface LoginAppOptions {
  /** Sends the codes. */
  readonly client: AccountClient;
  /** The sender ID that phones show. */
  readonly sender: string;
  /** Writes a line to the log. Lines never contain codes or complete numbers. */
  readonly log: (line: string) => void;
  /** Returns the current time in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/** A mobile number with its country code, without the plus and spaces. */
const NUMBER = /^[1-9][0-9]{6,14}$/;
const CODE = new RegExp(`^[0-9]{${RULES.digits}}$`);

/** Creates the application: `POST /login/code {phone}` sends a code, `POST /login {phone, code}` checks it. */
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
        body: `${issued.code} is your code to log in. It is valid for 5 minutes. We never ask for it by phone.`,
      });
      log(`code for …${phone.slice(-3)} queued as ${messageUuid}`);
    } catch (error) {
      if (!isMessagingError(error)) throw error;
      log(`code for …${phone.slice(-3)} failed: ${error.message}`);
      // With an unknown outcome, the text may still arrive, so its code stays valid.
      if (!error.maybeSent) {
        codes.withdraw(phone);
        return void response.status(503).json({ error: 'not_sent' });
      }
    }
    response.status(202).json({ expiresInSeconds: RULES.lifetimeMs / 1_000 });
  });

  app.post('/login', (request, response) => {
    const phone = readPhone(request.body);
    const code = readCode(request.body);
    // The response is the same for a wrong, expired or exhausted code and for a phone without a code.
    if (phone === undefined || code === undefined || !codes.redeem(phone, code))
      return void response.status(401).json({ error: 'invalid_code' });
    log(`…${phone.slice(-3)} logged in`);
    response.json({ session: randomBytes(32).toString('base64url') });
  });

  return app;
}

/** Normalizes a number, so that limits apply however it is written. */
function readPhone(body: unknown): string | undefined {
  const digits = readText(body, 'phone').replace(/^\+|[\s()-]/g, '');
  return NUMBER.test(digits) ? digits : undefined;
}

/** Reads a code as people type it: some keyboards add a space after a suggestion, and many people write "482 913". */
function readCode(body: unknown): string | undefined {
  const digits = readText(body, 'code').replace(/[\s-]/g, '');
  return CODE.test(digits) ? digits : undefined;
}

function readText(body: unknown, field: string): string {
  const value: unknown =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : '';
  return typeof value === 'string' ? value : '';
}
