import { fail } from '../errors/errors.ts';
import { type LambdaEvent, readBody, type UnreadRequest, type WebhookRequest } from '../verify/request.ts';

/** The largest body that a handler accepts. Webhooks of the service have a few kilobytes. */
const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads the body of a request of any form, up to 1 MiB.
 *
 * @param request - The request; this reads the body of an `UnreadRequest`.
 * @throws {WebhookVerificationError} `payload_too_large`, or as `readBody` does.
 */
export async function readLimited(
  request: WebhookRequest | UnreadRequest | LambdaEvent,
): Promise<Uint8Array> {
  const bytes = await readBody(request, async (unread) =>
    isStream(unread.body) ? readStream(unread.body) : unread.arrayBuffer(),
  );
  if (bytes.length > MAX_BODY_BYTES)
    fail('payload_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes.`);
  return bytes;
}

/**
 * Reads a stream, and stops when it is longer than a handler accepts.
 *
 * @param stream - The body of a request.
 * @returns The bytes: all of them, or more than the limit.
 * @throws The error of the stream.
 */
export async function readStream(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
    length += chunk.length;
    if (length > MAX_BODY_BYTES) break;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Returns whether a body is a `ReadableStream`, or a stream of Node. */
function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
