import { parseExactNumbers, webhookKind } from '@messaging-service/contract';
import { fail } from '../errors/errors.ts';
import { isParsedJson, toBytes, type WebhookBody } from '../sign/body.ts';
import { decodeUtf8 } from '../sign/encoding.ts';
import { bytesOfJson } from '../sign/json-bytes.ts';
import type { UnverifiedWebhook, WebhookContent } from './event.ts';
import { phoneNumberOf } from './phone-number.ts';
import { readPayload } from './read-payload.ts';

/**
 * Parses a webhook without verifying it. Use it only for the kinds that the service does not sign: anyone who knows your
 * URL can send them, so `verified` is false. If the request has a `signature` header, use `verify`.
 *
 * @param body - The body as received, or as a JSON parser returned it.
 * @returns The event; `unknown` for a body of no known kind. `differences` shows where its payload differs from the
 * specification.
 * @throws {WebhookVerificationError} `invalid_json`, `invalid_payload`, `missing_body` or `invalid_body`.
 * @see WHK-1.
 *
 * @example
 * ```ts
 * import { parse } from '@messaging-service/webhooks';
 *
 * const event = parse(await request.text());
 * if (event.kind === 'inbound-message') await saveReply(event.phoneNumber, event.payload.message);
 * ```
 */
export function parse(body: WebhookBody | object): UnverifiedWebhook {
  const isPayload = isParsedJson(body) && bytesOfJson(body) === undefined;
  const content = isPayload ? toContent(body) : parseContent(toBytes(body));
  return { ...content, verified: false };
}

/**
 * Parses the bytes of a body. A signed request is parsed only after its signature has matched.
 *
 * @param bytes - UTF-8; a byte order mark is skipped.
 * @throws {WebhookVerificationError} `invalid_json` or `invalid_payload`.
 */
export function parseContent(bytes: Uint8Array): WebhookContent {
  const text = decodeUtf8(bytes);
  const body = parseJson(text);
  return toContent(body, webhookKind(body) === undefined ? body : (parseExactNumbers(text) ?? body));
}

/**
 * Determines the kind of a payload, and reads its members.
 *
 * @param body - The parsed body.
 * @param exact - The body with texts in place of numbers that a JavaScript number would change.
 */
function toContent(body: unknown, exact = body): WebhookContent {
  const kind = webhookKind(body);
  if (kind === undefined) return { kind: 'unknown', payload: body };
  const { payload, differences, missing } = readPayload(kind, exact as object);
  if (exact !== body) {
    // A number where a text belongs differs, even if its text is kept.
    const asNumbers = readPayload(kind, body as object).differences;
    differences.push(...asNumbers.filter(({ path }) => differences.every((one) => one.path !== path)));
  }
  if (missing.length > 0) {
    const reasons = missing.map(({ path, message }) => `${path} ${message}`).join('; ');
    const others = differences.filter(({ path }) => missing.every((one) => one.path !== path));
    fail('invalid_payload', `The ${kind} cannot be used: ${reasons}.`, { issues: [...missing, ...others] });
  }
  // The body as it came: a text such as 07700900123 would lose its zero as an integer.
  const phoneNumber = phoneNumberOf(kind, exact as object);
  return {
    kind,
    payload,
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(differences.length > 0 && { differences }),
  } as WebhookContent;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The engine's error quotes the body, so it does not become the cause.
    fail('invalid_json');
  }
}
