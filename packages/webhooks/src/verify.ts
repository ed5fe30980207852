import { isSameText, readClaim } from './claim.ts';
import { WebhookVerificationError } from './errors.ts';
import { acceptBody, type VerifiedWebhook } from './event.ts';
import { macWeb } from './mac-web.ts';
import { minify } from './minify.ts';
import { readOptions, type VerifyOptions } from './options.ts';
import { readBody, type UnreadRequest, type WebhookRequest } from './request.ts';

/**
 * Verifies a signed webhook by Web Crypto: in every runtime, from Node to workers and browsers.
 *
 * The headers are checked first, then the signature over the body exactly as received, then over the body without
 * its insignificant white space, which is what the specification signs. Nothing is parsed before one of them matches.
 *
 * @param request - A `Request` whose body has not been read (it is used up), or body and headers as received.
 * @param options - The secrets and, if need be, tolerance, clock and environment.
 * @returns The event, parsed from the very bytes whose signature matched.
 * @throws WebhookVerificationError with a stable `code` for everything that can be wrong.
 * @see spec.md, Webhook signing.
 *
 * @example
 * ```ts
 * import { verify } from '@messaging-service/webhooks';
 *
 * const event = await verify(request, { secrets: [newSecret, oldSecret], environment: 'production' });
 * switch (event.kind) {
 *   case 'inbound-message':
 *     return reply(event.payload.from, event.payload.message);
 * }
 * ```
 */
export async function verify(
  request: UnreadRequest | WebhookRequest,
  options: VerifyOptions,
): Promise<VerifiedWebhook> {
  const rules = readOptions(options);
  const claim = readClaim(request, rules);
  const matches = async (bytes: Uint8Array) => {
    for (const secret of rules.secrets) {
      if (isSameText(await macWeb(secret, bytes, claim.tail), claim.signature)) return true;
    }
    return false;
  };

  const raw = await readBody(request);
  if (await matches(raw)) return acceptBody('raw', raw, claim);
  const minified = minify(raw);
  if (minified !== raw && (await matches(minified))) return acceptBody('minified', minified, claim);
  throw new WebhookVerificationError('signature_mismatch');
}
