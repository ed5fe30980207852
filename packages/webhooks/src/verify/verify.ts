import type { VerifiedWebhook } from '../event/event.ts';
import { macWeb } from '../sign/mac-web.ts';
import type { VerifyOptions } from './options.ts';
import { type LambdaEvent, readBody, type UnreadRequest, type WebhookRequest } from './request.ts';
import { type ResolvedVerifyOptions, resolveVerifyOptions } from './resolve-options.ts';
import { verification } from './verification-steps.ts';

/**
 * Verifies a signed webhook. It uses Web Crypto, so it works in every runtime, from Node to workers and browsers.
 *
 * It checks the headers first, then the signature of the body as received and of the body without its insignificant
 * whitespace, which the specification signs. It parses nothing before one of them matches.
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
 *     await saveReply(event.payload.from, event.payload.message);
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
  return verifyResolved(request, resolveVerifyOptions(options));
}

/**
 * Verifies a request as `verify` does, with options that were checked before.
 *
 * @param request - The request.
 * @param options - The checked options.
 * @param maxBytes - The largest body that is accepted.
 * @throws {WebhookVerificationError} as `verify` does.
 */
export async function verifyResolved(
  request: UnreadRequest | WebhookRequest | LambdaEvent,
  options: ResolvedVerifyOptions,
  maxBytes = Infinity,
): Promise<VerifiedWebhook> {
  const read = (one: typeof request, reserialize: boolean) => readBody(one, reserialize, maxBytes);
  const steps = verification(request, options, read, macWeb);
  let step = steps.next();
  while (!step.done) step = steps.next(await step.value);
  return step.value;
}
