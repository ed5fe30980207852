import { fail } from '../errors/errors.ts';
import { bodyBytes, type WebhookBody } from '../sign/body.ts';
import type { HeadersLike, WebhookHeaders } from './headers.ts';

/** A received request whose body has been read. */
export interface WebhookRequest {
  /** The body exactly as received: text or bytes, not parsed. */
  readonly body: WebhookBody;
  /** The headers as received; of them `signature`, `timestamp` and `environment` are read. */
  readonly headers: WebhookHeaders;
}

/**
 * The event of an AWS Lambda function behind API Gateway (REST or HTTP API), a function URL or a load balancer. Of it
 * these are read.
 */
export interface LambdaEvent {
  /** The body: text, or base64 of its bytes. */
  readonly body?: string | null | undefined;
  /** Whether the body is base64. */
  readonly isBase64Encoded?: boolean | undefined;
  /** The headers, names in any case. */
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined;
  /** The headers with all their values; they go before `headers`, which has the last value only. */
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null | undefined;
}

/** A `Request` whose body has not been read: the platform's, or any that has these three. */
export interface UnreadRequest {
  /** The headers as received. */
  readonly headers: HeadersLike;
  /** Whether somebody has read the body. */
  readonly bodyUsed: boolean;
  /** Reads the body. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * Reads the body of any form of request.
 *
 * @param input - The request; the body of an {@link UnreadRequest} is used up.
 * @param reserialize - Whether a parsed body is written as JSON again rather than refused.
 * @returns Bytes that nobody else can change while a signature is being computed.
 * @throws WebhookVerificationError `body_used`, `missing_body`, `parsed_body` or `invalid_body`.
 */
export async function readBody(
  input: WebhookRequest | UnreadRequest | LambdaEvent,
  reserialize?: boolean,
): Promise<Uint8Array> {
  // A copy: the caller may reuse the buffer while this waits, and what is parsed must be what was verified.
  if (!('arrayBuffer' in input)) return new Uint8Array(bodyBytes(input, reserialize));
  if (input.bodyUsed) fail('body_used');
  try {
    return new Uint8Array(await input.arrayBuffer());
  } catch (cause) {
    fail('invalid_body', '', { cause });
  }
}
