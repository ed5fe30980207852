import { candidatesOf } from './candidates.ts';
import { headersOf, isSameText, readClaim } from './claim.ts';
import { fail } from './errors.ts';
import { acceptBody, type VerifiedWebhook } from './event.ts';
import { macWeb } from './mac-web.ts';
import { readOptions, type VerifyOptions } from './options.ts';
import { type LambdaEvent, readBody, type UnreadRequest, type WebhookRequest } from './request.ts';
import { Hint, readFound } from './secrets.ts';

/**
 * Verifies a signed webhook by Web Crypto: in every runtime, from Node to workers and browsers.
 *
 * The headers are checked first, then the signature over the body exactly as received and over the body without its
 * insignificant white space, which is what the specification signs. Nothing is parsed before one of them matches.
 *
 * @param request - A `Request` whose body has not been read (it is used up), body and headers as received, or the event
 *   of an AWS Lambda function.
 * @param options - The secrets, or what looks them up, and, if need be, tolerance, clock and environment.
 * @returns The event, parsed from the very bytes whose signature matched.
 * @throws WebhookVerificationError with a stable `code` for everything that can be wrong.
 * @see SIG-3.
 *
 * @example
 * ```ts
 * import { verify } from '@messaging-service/webhooks';
 *
 * const event = await verify(request, { secrets: ['the new one', 'the old one'], environment: 'production' });
 * switch (event.kind) {
 *   case 'inbound-message':
 *     reply(event.payload.from, event.payload.message);
 *     break;
 *   case 'delivery-receipt':
 *     await markDelivered(event.payload.messageuuid, event.payload.delivered);
 * }
 * ```
 */
export async function verify(
  request: UnreadRequest | WebhookRequest | LambdaEvent,
  options: VerifyOptions,
): Promise<VerifiedWebhook> {
  const rules = readOptions(options);
  const claim = readClaim(request, rules);
  const raw = await readBody(request, rules.reserialize);
  const hint = new Hint(headersOf(request), raw);
  const keys = readFound(await rules.secrets(hint));
  for (const [matched, bytes] of candidatesOf(raw, (request as WebhookRequest).body, rules.reserialize)) {
    for (const { secret } of keys) {
      if (isSameText(await macWeb(secret, bytes, claim.tail), claim.signature)) {
        return acceptBody(matched, bytes, claim, (payload) => hint.signer(payload, secret, keys));
      }
    }
  }
  fail('signature_mismatch');
}
