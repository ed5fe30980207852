import type { WebhookHandler } from '../handler/handler.ts';
import type { WebhookBody } from '../sign/body.ts';
import { MAX_BODY_BYTES, readStream } from '../verify/request.ts';

/** The part of a Node request that is used: its headers, and its stream if it has not been read. */
export interface BodyStream {
  /** The request's method. */
  readonly method?: string | undefined;
  /** The headers as received. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Whether the stream has been read. */
  readonly readableDidRead: boolean;
  /** Reads the stream. */
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>;
}

/** The object on which parsers store the body that they have read. */
export interface BodyHolder {
  /** The body, parsed or not. */
  readonly body?: unknown;
  /** The bytes or the text, which Google Cloud Functions and some parsers keep in addition to a parsed body. */
  readonly rawBody?: unknown;
}

/**
 * Passes a Node request to a handler, and returns its response.
 *
 * @param handler - The handler.
 * @param stream - The request.
 * @param holder - The object on which a parser would have stored the body.
 */
export async function handleStream(
  handler: WebhookHandler,
  stream: BodyStream,
  holder: BodyHolder,
): Promise<Response> {
  const { method, headers } = stream;
  // An unread stream is the body itself, even if parsers that skipped this request have stored an empty one.
  const body = stream.readableDidRead ? (holder.rawBody ?? holder.body) : await readBody(stream);
  const response = await handler({ method, headers, body: body as WebhookBody });
  // The rest of a body that is too large is not read, so no other request can follow on this connection.
  if (response.status === 413) response.headers.set('connection', 'close');
  return response;
}

/** Reads the bytes of a stream; `undefined` if it breaks off, because then the response has no receiver. */
async function readBody(stream: BodyStream): Promise<Uint8Array | undefined> {
  try {
    // To destroy the stream of a body that is too large would close the connection before the response.
    return await readStream(stream.iterator({ destroyOnReturn: false }), MAX_BODY_BYTES);
  } catch {
    return undefined;
  }
}
