/** The largest body that a handler accepts. Webhooks of the service have a few kilobytes. */
export const MAX_BODY_BYTES = 1_048_576;

/**
 * Reads a stream, and stops when it is longer than allowed.
 *
 * @param stream - The body of a request.
 * @param maxBytes - The limit.
 * @returns The bytes: all of them, or more than the limit.
 * @throws The error of the stream.
 */
export async function readStream(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/**
 * Returns whether a body is a stream: a `ReadableStream`, or a stream of Node.
 *
 * @param body - Any value.
 */
export function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
