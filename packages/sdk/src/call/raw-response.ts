import type { RawResponse } from '../errors/messaging-error.ts';
import type { Redact } from '../errors/redact.ts';
import type { TransportResponse } from '../transport/transport.ts';

/** A response in the form in which errors keep it. */
export function redactResponse({ status, headers, text }: TransportResponse, redact: Redact): RawResponse {
  return { status, headers: redactHeaders(headers, redact), body: redact(text) };
}

/** The header fields of a response with API keys redacted. */
export function redactHeaders(
  headers: TransportResponse['headers'],
  redact: Redact,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, redact(value)]));
}
