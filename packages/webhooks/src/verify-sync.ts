import { toBytes } from './body.ts';
import { isSameText, readClaim } from './claim.ts';
import { WebhookVerificationError } from './errors.ts';
import { acceptBody, type VerifiedWebhook } from './event.ts';
import { macSync } from './mac-sync.ts';
import { minify } from './minify.ts';
import { readOptions, type VerifyOptions } from './options.ts';
import type { WebhookRequest } from './request.ts';

/**
 * Verifies a signed webhook without waiting, by node:crypto: for Node 22.3 and later, Bun and Deno. It means exactly
 * what `verify` means.
 *
 * @param request - Body and headers as received. An Express request fits when its route uses `express.raw()`.
 * @param options - The secrets and, if need be, tolerance, clock and environment.
 * @returns The event, parsed from the very bytes whose signature matched.
 * @throws WebhookVerificationError with a stable `code` for everything that can be wrong.
 * @see spec.md, Webhook signing.
 *
 * @example
 * ```ts
 * import { verifySync } from '@messaging-service/webhooks';
 *
 * app.post('/inbound', express.raw({ type: 'application/json' }), (request, response) => {
 *   const event = verifySync(request, { secrets: process.env.WEBHOOK_SECRET ?? '' });
 *   if (event.kind === 'inbound-message') console.log(event.payload.message);
 *   response.sendStatus(200);
 * });
 * ```
 */
export function verifySync(request: WebhookRequest, options: VerifyOptions): VerifiedWebhook {
  const rules = readOptions(options);
  const claim = readClaim(request, rules);
  const matches = (bytes: Uint8Array) =>
    rules.secrets.some((secret) => isSameText(macSync(secret, bytes, claim.tail), claim.signature));

  const raw = toBytes(request.body);
  if (matches(raw)) return acceptBody('raw', raw, claim);
  const minified = minify(raw);
  if (minified !== raw && matches(minified)) return acceptBody('minified', minified, claim);
  throw new WebhookVerificationError('signature_mismatch');
}
