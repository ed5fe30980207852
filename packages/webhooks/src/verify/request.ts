import { fail } from '../errors/errors.ts';
import { toBytes, type WebhookBody } from '../sign/body.ts';
import { decodeBase64 } from '../sign/encoding.ts';
import type { HeadersLike, WebhookHeaders } from './headers.ts';

/**
 * A received request whose body has been read.
 *
 * @example
 * ```ts
 * import { sign, verify } from '@messaging-service/webhooks';
 *
 * const headers = await sign({ body, secret, environment: 'production' });
 * const event = await verify({ body, headers }, { secrets });
 * console.log(event.kind); // inbound-message
 * ```
 */
export interface WebhookRequest {
  /** The body exactly as received: text or bytes, not parsed. */
  readonly body: WebhookBody;
  /** The headers as received. Only `signature`, `timestamp` and `environment` are read. */
  readonly headers: WebhookHeaders;
}

/**
 * The part that is read of the event of an AWS Lambda function behind API Gateway (REST or HTTP API), a function URL or a
 * load balancer.
 */
export interface LambdaEvent {
  /** The body: text, or base64 of its bytes. */
  readonly body?: string | null | undefined;
  /** Whether the body is base64. */
  readonly isBase64Encoded?: boolean | undefined;
  /** The headers, names in any case. */
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined;
  /** The headers with all their values. They take precedence over `headers`, which has only the last value. */
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null | undefined;
}

/** A `Request` whose body has not been read: the platform's, or any other with these three members. */
export interface UnreadRequest {
  /** The headers as received. */
  readonly headers: HeadersLike;
  /** Whether the body has been read. */
  readonly bodyUsed: boolean;
  /** The stream of the body. Without it, `arrayBuffer` reads the whole body, however large it is. */
  readonly body?: unknown;
  /** Reads the body. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Reads the bytes of a request whose body has not been read. */
export type ReadUnread = (request: UnreadRequest) => Promise<ArrayBuffer | Uint8Array>;

/**
 * Reads the body of a request of any form.
 *
 * @param request - The request; this reads the body of an {@link UnreadRequest}.
 * @param readUnread - Reads the bytes of an {@link UnreadRequest}. Default: all of them.
 * @returns Bytes that no other code can change while a signature is being computed.
 * @throws {WebhookVerificationError} `body_used`, `missing_body`, `parsed_body` or `invalid_body`.
 */
export async function readBody(
  request: WebhookRequest | UnreadRequest | LambdaEvent,
  readUnread: ReadUnread = async (unread) => unread.arrayBuffer(),
): Promise<Uint8Array> {
  // A copy, because the caller may reuse the buffer during the wait, and the parsed bytes must be the verified ones.
  if (!('arrayBuffer' in request)) return new Uint8Array(readBodySync(request));
  if (request.bodyUsed) fail('body_used');
  if ((request.body as Partial<ReadableStream> | null | undefined)?.locked === true)
    fail('body_used', 'The body of the Request is locked: another reader holds its stream.');
  try {
    return new Uint8Array(await readUnread(request));
  } catch (cause) {
    fail('invalid_body', `The body broke off while it was read${nameOf(cause)}.`, { cause, fix: BROKEN_OFF });
  }
}

/** What to do about a body that did not arrive completely. */
export const BROKEN_OFF =
  'The client closed the connection, or a proxy cut it. If it was the service, it sends the event again.';

/** Returns the code or the name of an error, in parentheses. Its message may contain anything. */
export function nameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  const shown = typeof code === 'string' ? code : name;
  return typeof shown === 'string' ? ` (${shown})` : '';
}

/**
 * Reads a body that the caller has already received.
 *
 * @param request - A request or a Lambda event.
 * @throws {WebhookVerificationError} `missing_body`, `parsed_body` or `invalid_body`.
 */
export function readBodySync({
  body,
  isBase64Encoded,
}: {
  readonly body?: unknown;
  readonly isBase64Encoded?: unknown;
}): Uint8Array {
  if (isBase64Encoded !== true || typeof body !== 'string') return toBytes(body);
  try {
    return decodeBase64(body);
  } catch {
    fail('invalid_body');
  }
}
