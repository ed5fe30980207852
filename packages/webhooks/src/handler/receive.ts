import { unverifiedKey, verifiedKey } from '../dedupe/key.ts';
import { fail } from '../errors/errors.ts';
import { parse } from '../event/parse.ts';
import { isParsedJson } from '../sign/body.ts';
import { encodeUtf8 } from '../sign/encoding.ts';
import { headersOf, readHeader } from '../verify/headers.ts';
import { MAX_BODY_BYTES } from '../verify/read-stream.ts';
import { type LambdaEvent, readBody, type UnreadRequest, type WebhookRequest } from '../verify/request.ts';
import { verifyResolved } from '../verify/verify.ts';
import { ACTIONS } from './actions.ts';
import type { ResolvedHandlerOptions } from './resolve-options.ts';
import type { ReceivedEvent } from './run-action.ts';

/**
 * Reads the event of a request. A request with a signature is verified, whatever its kind. Any other request is parsed
 * if the policy of its kind allows it.
 *
 * @param request - The request.
 * @param options - The options of the handler.
 * @throws {WebhookVerificationError} for a request that is refused.
 */
export async function receive(
  request: UnreadRequest | WebhookRequest | LambdaEvent,
  { verification, policy }: ResolvedHandlerOptions,
): Promise<ReceivedEvent> {
  if (readHeader(headersOf(request), 'signature') !== undefined) {
    const event = await verifyResolved(request, verification ?? fail('missing_secret'), MAX_BODY_BYTES);
    return { event, key: () => verifiedKey(event) };
  }
  const { body: received } = request as WebhookRequest;
  const body = isParsedJson(received)
    ? encodeUtf8(JSON.stringify(received))
    : await readBody(request, false, MAX_BODY_BYTES);
  const event = parse(body);
  const kind = ACTIONS[event.kind];
  if (policy[kind] === 'signed-only') {
    const fix = `Set mo_webhook_secret on the account. To accept such events unsigned, set the option policy: { ${kind}: 'accept-unsigned' }.`;
    fail('missing_signature', undefined, { fix });
  }
  return { event, key: () => unverifiedKey(event.kind, body) };
}
