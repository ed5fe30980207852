import { randomInt } from 'node:crypto';
import { isMessagingError } from '@messaging-service/sdk';
import { error, json, type RequestHandler } from '@sveltejs/kit';
import { codes } from '#lib/codes.ts';
import { messagingClient } from '#lib/messaging.ts';

/** Sends a one-time code: `POST /api/codes {phone}`. */
export const POST: RequestHandler = async ({ request }) => {
  const { phone } = (await request.json()) as { phone: string };
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  try {
    const body = `${code} is your code to log in.`;
    await messagingClient().messages.sendOne({ to: phone, from: { type: 'shared' }, body });
  } catch (failure) {
    if (isMessagingError(failure, 'RequestValidationError')) error(400, 'invalid_phone');
    // With an unknown outcome, the code may still arrive and must be accepted.
    if (!isMessagingError(failure) || !failure.maybeSent) error(503, 'not_sent');
  }
  codes.set(phone, code);
  return json({ sent: true }, { status: 202 });
};

/** Checks a code: `PUT /api/codes {phone, code}`. Each code can be tried once. */
export const PUT: RequestHandler = async ({ request }) => {
  const { phone, code } = (await request.json()) as { phone: string; code: string };
  const isValid = codes.get(phone) === code;
  codes.delete(phone);
  return isValid ? json({ loggedIn: true }) : error(401, 'invalid_code');
};
