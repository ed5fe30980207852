import type { WebhookHandler } from '../handler/handler.ts';
import type { WebhookBody } from '../sign/body.ts';
import { joined, MAX_BODY_BYTES } from '../verify/read-stream.ts';

/** The part of a Node request that is used: its headers, and its stream if it has not been read. */
export interface BodyStream {
  /** The request's method. */
  readonly method?: string | undefined;
  /** The headers as received. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether the stream has been read. */
  readonly readableDidRead: boolean;
  /** Listens to the stream. */
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  /** Listens to the stream. */
  on(event: 'end' | 'error' | 'close', listener: () => void): unknown;
  /** Stops the stream. */
  pause(): unknown;
}

/** The object on which parsers store the body that they have read. */
export interface BodyHolder {
  /** The body, parsed or not. */
  readonly body?: unknown;
  /** The bytes or the text, which Google Cloud Functions and some parsers keep in addition to a parsed body. */
  readonly rawBody?: unknown;
}

/**
 * Options for reading a request.
 *
 * @example
 * ```ts
 * import { createServer } from 'node:http';
 * import { toNodeListener } from '@messaging-service/webhooks/node';
 *
 * createServer(toNodeListener(handler, { maxBodyBytes: 65_536 })).listen(3000);
 * ```
 */
export interface ListenerOptions {
  /**
   * The maximum size of a body that has not been read before, in bytes: at most 1 MiB, the limit of every handler. Larger
   * bodies get the response 413. Default: 1 MiB.
   */
  readonly maxBodyBytes?: number;
}

/**
 * Passes a Node request to a handler, and returns its response.
 *
 * @param handler - The handler.
 * @param stream - The request.
 * @param holder - The object on which a parser would have stored the body.
 * @param options - See {@link ListenerOptions}.
 */
export async function handleStream(
  handler: WebhookHandler,
  stream: BodyStream,
  holder: BodyHolder,
  { maxBodyBytes = MAX_BODY_BYTES }: ListenerOptions,
): Promise<Response> {
  const { method, headers } = stream;
  // An unread stream is the body itself, even if parsers that skipped this request have stored an empty one.
  const body = stream.readableDidRead
    ? (holder.rawBody ?? holder.body)
    : await readStream(stream, maxBodyBytes);
  if (body !== TOO_LARGE) return handler({ method, headers, body: body as WebhookBody });
  const error = { code: 'payload_too_large' };
  return Response.json({ error }, { status: 413, headers: { connection: 'close' } });
}

const TOO_LARGE = Symbol('too large');

/** Reads the bytes of a stream; `undefined` if it breaks off, because then the response has no receiver. */
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
