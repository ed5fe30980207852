import type { WebhookErrorCode } from '../errors/codes.ts';

/** The signature of the request is missing or invalid. */
const UNAUTHORIZED: ReadonlySet<WebhookErrorCode> = new Set<WebhookErrorCode>([
  'missing_signature',
  'missing_header',
  'malformed_signature',
  'malformed_timestamp',
  'signature_mismatch',
  'secret_not_found',
  'timestamp_too_old',
  'timestamp_too_new',
  'environment_mismatch',
  'account_mismatch',
]);

/** The receiver is set up wrongly, and the request may be valid. */
const RECEIVER_FAULTS: ReadonlySet<WebhookErrorCode> = new Set<WebhookErrorCode>([
  'invalid_options',
  'missing_secret',
  'unsupported_runtime',
  'parsed_body',
  'body_used',
]);

/** Creates a response with the code of an error and nothing else, because details belong in the receiver's log. */
export function refuse(
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ error: { code } }, { status, headers });
}

/** Returns the status of the response for the code of an error. */
export function statusOf(code: WebhookErrorCode): 400 | 401 | 413 | 500 {
  if (code === 'payload_too_large') return 413;
  if (RECEIVER_FAULTS.has(code)) return 500;
  return UNAUTHORIZED.has(code) ? 401 : 400;
}
