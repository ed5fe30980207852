import { fail } from '../errors/errors.ts';
import type { VerifiedWebhook } from '../event/event.ts';
import { macSync, macWeb } from '../sign/signature.ts';
import { headersOf } from './headers.ts';
import { keyLookup } from './keys.ts';
import {
  type ResolvedVerifyOptions,
  readVerifyOptions,
  type VerifyOptions,
  type VerifySyncOptions,
} from './options.ts';
import {
  type LambdaEvent,
  readBody,
  readBodySync,
  type UnreadRequest,
  type WebhookRequest,
} from './request.ts';
import { checkSignedHeaders } from './signed-headers.ts';
import {
  accept,
  candidates,
  equalsInConstantTime,
  refuseSuspects,
  suspectsOf,
} from './verification-steps.ts';

/**
 * Verifies a signed webhook. It uses Web Crypto, so it works in every runtime, from Node to workers and browsers.
 *
 * It checks the headers first, then the signature, for the body as received and for the body without insignificant
 * whitespace (SIG-2). It parses nothing before one of them matches.
 *
 * @param request - A `Request` whose body has not been read (this reads it), body and headers as received, or the event
 *   of an AWS Lambda function.
 * @param options - The secrets, or a function that looks them up; optionally tolerance, clock and environment.
 * @returns The event, parsed from the same bytes whose signature matched.
 * @throws {WebhookVerificationError} with a stable `code` for each reason why a request is not verified.
 * @see SIG-2.
 *
 * @example
 * ```ts
 * import { verify } from '@messaging-service/webhooks';
 *
 * const event = await verify(request, { secrets: ['the new secret', secret] });
 * switch (event.kind) {
 *   case 'inbound-message':
 *     await saveReply(event.phoneNumber, event.payload.message);
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
  return verifyResolved(request, readVerifyOptions(options));
}

/**
 * Verifies a request as `verify` does, with options that were checked before.
 *
 * @param request - The request.
 * @param options - The checked options.
 * @param read - Reads the body.
 * @throws {WebhookVerificationError} as `verify` does.
 */
export async function verifyResolved(
  request: UnreadRequest | WebhookRequest | LambdaEvent,
  options: ResolvedVerifyOptions,
  read: (request: UnreadRequest | WebhookRequest | LambdaEvent) => Promise<Uint8Array> = (unread) =>
    readBody(unread),
): Promise<VerifiedWebhook> {
  const headers = headersOf(request);
  const signed = checkSignedHeaders(headers, options);
  const raw = await read(request);
  const { hint, read: readFound } = keyLookup(headers, raw);
  const keys = typeof options.keys === 'function' ? readFound(await options.keys(hint)) : options.keys;
  const signerAmong = async (secrets: readonly string[]) => {
    for (const one of candidates(raw, secrets))
      if (equalsInConstantTime(await macWeb(one.secret, one.body, signed.tail), signed.signature)) return one;
    return undefined;
  };
  const signer = await signerAmong(keys.map(({ secret }) => secret));
  if (signer !== undefined) return accept(signer, signed, keys);
  const suspects = suspectsOf(headers, raw, keys);
  return refuseSuspects(suspects, await signerAmong(suspects.map(({ tidy }) => tidy)));
}

/**
 * Verifies a signed webhook synchronously, with the same result as `verify`. It uses node:crypto, so it works in Node 22.3
 * and later, Bun and Deno.
 *
 * @param request - Body and headers as received, or the event of an AWS Lambda function. You can pass an Express request
 *   if its route uses `express.raw()`.
 * @param options - The secrets, or a function that looks them up; optionally tolerance, clock and environment.
 * @returns The event, parsed from the same bytes whose signature matched.
 * @throws {WebhookVerificationError} with a stable `code` for each reason why a request is not verified.
 * @see SIG-2.
 *
 * @example
 * ```ts
 * import { verifySync } from '@messaging-service/webhooks';
 * import express from 'express';
 *
 * const app = express();
 * app.post('/webhook', express.raw({ type: 'application/json' }), (request, response) => {
 *   const event = verifySync(request, { secrets: process.env.WEBHOOK_SECRET ?? '' });
 *   if (event.kind === 'inbound-message') console.log(event.payload.message);
 *   response.sendStatus(200);
 * });
 * app.listen(3000);
 * ```
 */
export function verifySync(
  request: WebhookRequest | LambdaEvent,
  options: VerifySyncOptions,
): VerifiedWebhook {
  const resolved = readVerifyOptions(options);
  const headers = headersOf(request);
  const signed = checkSignedHeaders(headers, resolved);
  const raw = readBodySync(request);
  const { hint, read } = keyLookup(headers, raw);
  const keys =
    typeof resolved.keys === 'function' ? read(withoutPromise(resolved.keys(hint))) : resolved.keys;
  const signerAmong = (secrets: readonly string[]) => {
    for (const one of candidates(raw, secrets))
      if (equalsInConstantTime(macSync(one.secret, one.body, signed.tail), signed.signature)) return one;
    return undefined;
  };
  const signer = signerAmong(keys.map(({ secret }) => secret));
  if (signer !== undefined) return accept(signer, signed, keys);
  const suspects = suspectsOf(headers, raw, keys);
  return refuseSuspects(suspects, signerAmong(suspects.map(({ tidy }) => tidy)));
}

/** JavaScript callers may pass an asynchronous resolver. Without this check, they would get `missing_secret`. */
function withoutPromise(value: unknown): unknown {
  if (typeof (value as PromiseLike<unknown> | null | undefined)?.then !== 'function') return value;
  fail('invalid_options', 'secrets must not return a promise, because verifySync cannot wait.');
}
