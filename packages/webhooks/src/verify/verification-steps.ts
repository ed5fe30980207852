import { fail } from '../errors/errors.ts';
import type { VerifiedWebhook } from '../event/event.ts';
import { parseContent } from '../event/parse.ts';
import { candidatesOf } from './candidates.ts';
import { claimedAccount } from './claimed-account.ts';
import { equalsInConstantTime } from './constant-time.ts';
import { headersOf } from './headers.ts';
import { readFoundKeys } from './keys.ts';
import type { LambdaEvent, UnreadRequest, WebhookRequest } from './request.ts';
import type { ResolvedVerifyOptions } from './resolve-options.ts';
import { readSignedHeaders } from './signed-headers.ts';

/** A value, or its promise. */
type Eventually<Value> = Value | Promise<Value>;

/**
 * Verifies a request, without deciding how to wait: it yields each value that may be a promise, and expects the value
 * that the promise resolves to in return. `verify` awaits these values, and `verifySync` requires that none of them is a
 * promise.
 *
 * @param request - The request.
 * @param options - The options.
 * @param readBody - Reads the body.
 * @param mac - Computes a signature: `macWeb` or `macSync`.
 * @throws {WebhookVerificationError} with a code for each reason why a request is not verified.
 * @see SIG-2 and SIG-3.
 */
export function* verification<Request extends WebhookRequest | UnreadRequest | LambdaEvent>(
  request: Request,
  options: ResolvedVerifyOptions,
  readBody: (request: Request, reserialize: boolean) => Eventually<Uint8Array>,
  mac: (secret: string, body: Uint8Array, tail: string) => Eventually<string>,
): Generator<unknown, VerifiedWebhook, unknown> {
  const headers = headersOf(request);
  const { signature, tail, timestamp, environment } = readSignedHeaders(headers, options);
  const raw = (yield readBody(request, options.reserialize)) as Uint8Array;
  const claimed = claimedAccount(headers, raw);
  const keys =
    typeof options.keys === 'function' ? readFoundKeys(yield options.keys(claimed.hint)) : options.keys;
  for (const [matched, body] of candidatesOf(raw, (request as WebhookRequest).body, options.reserialize)) {
    for (const { secret } of keys) {
      if (!equalsInConstantTime((yield mac(secret, body, tail)) as string, signature)) continue;
      // The bytes that were signed are the ones that are parsed.
      const content = parseContent(body);
      const account = claimed.signer(content.payload, secret, keys);
      return { ...content, verified: true, matched, timestamp, environment, account };
    }
  }
  fail('signature_mismatch');
}
