import { WebhookVerificationError } from '../errors/errors.ts';
import type { WebhookHandler } from '../handler/handler.ts';
import { readStream } from '../handler/read-limited.ts';
import type { WebhookBody } from '../sign/body.ts';
import { BROKEN_OFF, nameOf } from '../verify/request.ts';

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
  const body = await bodyOf(stream, holder);
  const response = await handler({ method, headers, body: body as WebhookBody });
  // The rest of a body that is too large is not read, so no other request can follow on this connection.
  if (response.status === 413) response.headers.set('connection', 'close');
  return response;
}

/** Returns the body, or the reason why it cannot be read. */
async function bodyOf(stream: BodyStream, holder: BodyHolder): Promise<unknown> {
  // An unread stream is the body itself, even if parsers that skipped this request have stored an empty one.
  const isStream = typeof (stream.iterator as unknown) === 'function';
  if (isStream && !stream.readableDidRead) return readBody(stream);
  const kept = holder.rawBody ?? holder.body;
  if (kept !== undefined && kept !== null) return kept;
  return isStream
    ? new WebhookVerificationError(
        'body_used',
        'Something read the body before the webhook route and did not keep it.',
        {
          fix: 'Mount the webhook route before everything that reads bodies, or keep the bytes as rawBody of the request.',
        },
      )
    : new WebhookVerificationError(
        'missing_body',
        'The request is not a Node stream and has no body, so it is probably a mock.',
        {
          fix: 'Pass the request of the server, or set rawBody of the mock to the text or the bytes of the body.',
        },
      );
}

/** Reads the bytes of a stream. */
async function readBody(stream: BodyStream): Promise<Uint8Array | WebhookVerificationError> {
  try {
    // To destroy the stream of a body that is too large would close the connection before the response.
    return await readStream(stream.iterator({ destroyOnReturn: false }));
  } catch (cause) {
    const problem = `The upload was aborted before the whole body arrived${nameOf(cause)}.`;
    return new WebhookVerificationError('invalid_body', problem, { fix: BROKEN_OFF, cause });
  }
}
