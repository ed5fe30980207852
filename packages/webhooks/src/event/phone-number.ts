import type { WebhookKind, WebhookPayloads } from '@messaging-service/contract';

/** The members with the number of a phone. */
const MEMBERS: { readonly [Kind in WebhookKind]?: keyof WebhookPayloads[Kind] } = {
  'inbound-message': 'from',
  'delivery-receipt': 'destination',
};

/**
 * Reads the number of the phone in a payload, in the form in which messages are sent. A service writes it as an integer, or as
 * digits, in groups only after a plus. `readPhoneNumber` of the contract reads these forms in the same way, and many that only
 * people write, but it is as large as a fifth of the verifier.
 *
 * @param kind - The kind of the webhook.
 * @param payload - The payload as it came: a text such as `07700900123` would lose its zero as an integer.
 * @returns Its digits; `undefined` if the payload has no number with a country code.
 * @see API-3.
 */
export function phoneNumberOf(kind: WebhookKind, payload: object): string | undefined {
  const written = (payload as Record<string, unknown>)[MEMBERS[kind] ?? ''];
  if (typeof written !== 'string' && typeof written !== 'number') return undefined;
  const [number] = /^(?:\+[\d\s-]*|(?:00)?\d*)$/.exec(String(written).trim()) ?? [''];
  const digits = number.replace(/^00|\D/g, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}
