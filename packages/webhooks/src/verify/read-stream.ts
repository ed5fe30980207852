import { fail } from '../errors/errors.ts';

/** The largest body that a handler accepts. Webhooks of the service have a few kilobytes. */
export const MAX_BODY_BYTES = 1_048_576;

/** The part of a `ReadableStream` that is used. */
interface Stream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<void>;
  };
}

/**
 * Reads a stream, and stops when it is longer than allowed.
 *
 * @param stream - The body of a `Request`.
 * @param maxBytes - The limit.
 * @throws {WebhookVerificationError} `payload_too_large`, or the error of the stream.
 */
export async function readStream(stream: Stream, maxBytes: number): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value } = await reader.read();
    if (value === undefined) return joined(chunks, length);
    chunks.push(value);
    length += value.length;
    if (length <= maxBytes) continue;
    // A sender that does not react to this must not delay the response.
    void reader.cancel().catch(() => undefined);
    refuseSize(maxBytes);
  }
}

/**
 * Throws the error of a body that is too large.
 *
 * @param maxBytes - The limit.
 */
export function refuseSize(maxBytes: number): never {
  fail('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
}

/**
 * Returns whether a body is a `ReadableStream` of the platform.
 *
 * @param body - Any value.
 */
export function isStream(body: unknown): body is Stream {
  return typeof (body as Partial<Stream> | null | undefined)?.getReader === 'function';
}

/**
 * Joins the chunks of a body.
 *
 * @param chunks - The chunks.
 * @param length - Their length in total.
 */
export function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first;
  const all = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    all.set(chunk, offset);
    offset += chunk.length;
  }
  return all;
}
