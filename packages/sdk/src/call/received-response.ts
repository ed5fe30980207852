import type { Redact } from '../errors/redact.ts';
import { TransportError, type TransportResponse } from '../transport/transport.ts';
import { textsOf } from './values.ts';

/** A response of a transport, in the form in which errors, hooks and callers see it. */
export interface ReceivedResponse extends TransportResponse {
  /** The header fields with API keys redacted. This is done when they are first read, because most calls need none. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether there is a header field. */
  readonly has: (name: string) => boolean;
}

/**
 * Receives the response of a transport. The caller's own transport may return anything.
 *
 * @throws {TransportError} It is not a response.
 */
export function receiveResponse(response: unknown, redact: Redact): ReceivedResponse {
  const { status, text, headers } = Object(response) as Partial<TransportResponse>;
  if (typeof status !== 'number' || typeof text !== 'string')
    throw new TransportError('the transport must return { status, headers, text }', { sent: 'maybe' });
  let redacted: ReceivedResponse['headers'] | undefined;
  return {
    status,
    text,
    get headers() {
      redacted ??= textsOf(headers ?? {}, redact);
      return redacted;
    },
    has: (name) => headers?.[name] !== undefined,
  };
}
