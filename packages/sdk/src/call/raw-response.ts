import type { Redact } from '../errors/redact.ts';
import type { RawResponse } from '../errors/response-error.ts';
import type { TransportResponse } from '../transport/transport.ts';

/** The value of a JSON text; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

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
