import type { WebhookHandler } from '../handler/handler.ts';
import type { WebhookBody } from '../sign/body.ts';

/** What is used of a Node request: its headers, and its stream if nobody has read it. */
export interface BodyStream {
  /** The request's method. */
  readonly method?: string | undefined;
  /** The headers as received. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether somebody has read from the stream. */
  readonly readableDidRead: boolean;
  /** Listens to the stream. */
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  /** Listens to the stream. */
  on(event: 'end' | 'error' | 'close', listener: () => void): unknown;
  /** Stops the stream. */
  pause(): unknown;
}

/** Where parsers leave what they have read from the stream. */
export interface BodyHolder {
  /** The body, parsed or not. */
  readonly body?: unknown;
  /** The bytes or the text, as Google Cloud Functions and some parsers keep them beside a parsed body. */
  readonly rawBody?: unknown;
}

/** How to read a request. */
export interface ListenerOptions {
  /** How many bytes a body may have, where nobody has read it yet: 1 MiB unless given. More is answered with 413. */
  readonly maxBodyBytes?: number;
}

const DEFAULT_MAX_BYTES = 1_048_576;

/**
 * Has a handler answer a Node request.
 *
 * @param handler - The handler.
 * @param stream - The request.
 * @param holder - Where a parser would have left the body.
 * @param options - See {@link ListenerOptions}.
 */
export async function answerStream(
  handler: WebhookHandler,
  stream: BodyStream,
  holder: BodyHolder,
  { maxBodyBytes = DEFAULT_MAX_BYTES }: ListenerOptions,
): Promise<Response> {
  const { method, headers } = stream;
  // A stream that nobody has read is the body itself, whatever parsers that did not feel concerned have left.
  const body = stream.readableDidRead
    ? (holder.rawBody ?? holder.body)
    : await readStream(stream, maxBodyBytes);
  if (body !== TOO_LARGE) return handler({ method, headers, body: body as WebhookBody });
  const error = { code: 'payload_too_large' };
  return Response.json({ error }, { status: 413, headers: { connection: 'close' } });
}

const TOO_LARGE = Symbol('too large');

/** The bytes of a stream; `undefined` when it broke off, since then nobody is there to be answered. */
function readStream(
  stream: BodyStream,
  maxBytes: number,
): Promise<Uint8Array | typeof TOO_LARGE | undefined> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    stream.on('data', (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length <= maxBytes) return;
      stream.pause();
      resolve(TOO_LARGE);
    });
    stream.on('end', () => resolve(joined(chunks, length)));
    stream.on('error', () => resolve(undefined));
    stream.on('close', () => resolve(undefined));
  });
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
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
