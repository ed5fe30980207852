import { isParsedJson, toBytes, type WebhookBody } from '../sign/body.ts';
import { parseContent, toContent, type UnverifiedWebhook } from './event.ts';

/**
 * Parses a webhook without verifying it, for the kinds the service does not sign. Anybody who knows the URL can have
 * sent what comes out: `verified` is false. Where there is a `signature` header, use `verify`.
 *
 * @param body - The body as received, or what a JSON parser made of it.
 * @returns The event; `unknown` for a body of no known kind.
 * @throws WebhookVerificationError `invalid_json`, `invalid_payload`, `missing_body` or `invalid_body`.
 * @see WHK-1.
 *
 * @example
 * ```ts
 * import { parse } from '@messaging-service/webhooks';
 *
 * const event = parse(await request.text());
 * if (event.kind === 'delivery-receipt') markDelivered(event.payload.messageuuid, event.payload.delivered);
 * ```
 */
export function parse(body: WebhookBody | object): UnverifiedWebhook {
  const content = isParsedJson(body) ? toContent(body) : parseContent(toBytes(body));
  return { ...content, verified: false };
}
