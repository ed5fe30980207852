import { phoneNumberSchema, validate } from '@messaging-service/contract';

/**
 * Checks the number of a simulated phone.
 *
 * @throws {TypeError} The number is not a mobile number with its country code.
 */
export function requireHandsetNumber(number: string): void {
  if (validate(phoneNumberSchema, number).ok) return;
  throw new TypeError(
    `handset() requires a mobile number with its country code, such as 447700900123; got ${JSON.stringify(number)}.`,
  );
}

/** The error of a reply from a phone that has no message. */
export function nothingToReplyTo(number: string): Error {
  return new Error(
    `${number} cannot reply, because it has not received a message. Send it a message first, or pass the sender ID to reply to: reply(text, { to: 'DEMO' }).`,
  );
}
