import { bodyBytes } from './body.ts';
import { candidatesOf } from './candidates.ts';
import { headersOf, isSameText, readClaim } from './claim.ts';
import { fail } from './errors.ts';
import { acceptBody, type VerifiedWebhook } from './event.ts';
import { macSync } from './mac-sync.ts';
import { readOptions, type VerifySyncOptions } from './options.ts';
import type { LambdaEvent, WebhookRequest } from './request.ts';
import { Hint, readFound } from './secrets.ts';

/**
 * Verifies a signed webhook without waiting, by node:crypto: for Node 22.3 and later, Bun and Deno. It means exactly
 * what `verify` means.
 *
 * @param request - Body and headers as received, or the event of an AWS Lambda function. An Express request fits when
 *   its route uses `express.raw()`.
 * @param options - The secrets, or what looks them up, and, if need be, tolerance, clock and environment.
 * @returns The event, parsed from the very bytes whose signature matched.
 * @throws WebhookVerificationError with a stable `code` for everything that can be wrong.
 * @see SIG-3.
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
export function verifySync(
  request: WebhookRequest | LambdaEvent,
  options: VerifySyncOptions,
): VerifiedWebhook {
  const rules = readOptions(options);
  const claim = readClaim(request, rules);
  const raw = bodyBytes(request, rules.reserialize);
  const hint = new Hint(headersOf(request), raw);
  const keys = readFound(withoutWaiting(rules.secrets(hint)));
  for (const [matched, bytes] of candidatesOf(raw, request.body, rules.reserialize)) {
    for (const { secret } of keys) {
      if (isSameText(macSync(secret, bytes, claim.tail), claim.signature)) {
        return acceptBody(matched, bytes, claim, (payload) => hint.signer(payload, secret, keys));
      }
    }
  }
  fail('signature_mismatch');
}

/** Of callers without types: a promise is no secret, and nobody else would say why. */
function withoutWaiting(found: unknown): unknown {
  if (typeof (found as PromiseLike<unknown> | null | undefined)?.then !== 'function') return found;
  fail('invalid_options', 'verifySync cannot wait for secrets');
}
