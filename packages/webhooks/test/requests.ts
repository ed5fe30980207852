import { createHmac } from 'node:crypto';
import type { WebhookRequest } from '@messaging-service/webhooks';
import { ENVIRONMENT, inboundMessage, SECRET, TIMESTAMP } from './samples.ts';

const URL = 'https://example.com/hook';

/** How a request is signed; by default as the samples are. */
export interface Signing {
  readonly secret?: string | undefined;
  readonly environment?: string | undefined;
  readonly timestamp?: number | string | undefined;
}

/** Computes a signature in one line, independently of the sources. SIG-2. */
export function macOf(
  body: Uint8Array | string,
  { secret = SECRET, environment = ENVIRONMENT, timestamp = TIMESTAMP }: Signing = {},
): string {
  const text = `${Buffer.from(body as string).toString('base64')}.${environment}.${timestamp}`;
  return createHmac('sha256', Buffer.from(secret)).update(text).digest('base64');
}

/** The signing headers of a body. The signature covers exactly these bytes. */
export function headersOf(body: Uint8Array | string, signing: Signing = {}): Record<string, string> {
  const { environment = ENVIRONMENT, timestamp = TIMESTAMP } = signing;
  return { signature: macOf(body, signing), timestamp: String(timestamp), environment };
}

/** A signed request with a body, as a server has read it. */
export function signed(body: string, signing?: Signing): WebhookRequest {
  return { body, headers: headersOf(body, signing) };
}

/** A signed `Request` with a payload. */
export function signedRequest(payload: unknown = inboundMessage, signing?: Signing): Request {
  return new Request(URL, { method: 'POST', ...signed(JSON.stringify(payload), signing) } as RequestInit);
}

/** A `Request` with a payload and no signature. */
export function unsignedRequest(payload: unknown): Request {
  return new Request(URL, { method: 'POST', body: JSON.stringify(payload) });
}
