import type { WebhookErrorCode } from './codes.ts';

/** Who cannot prove who they are, whatever is wrong with the proof. */
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

/** Mistakes of the receiver, not of the request. */
const OURS: ReadonlySet<WebhookErrorCode> = new Set<WebhookErrorCode>([
  'invalid_options',
  'missing_secret',
  'unsupported_runtime',
  'parsed_body',
  'body_used',
]);

/** The one answer that the service takes for success. See WHK-2. */
export function accept(): Response {
  return new Response(null, { status: 200 });
}

/** Says no more than the code: hints are for the receiver's own log. */
export function refuse(
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ error: { code } }, { status, headers });
}

/** Whose mistake it is, and of which sort. */
export function statusOf(code: WebhookErrorCode): 400 | 401 | 500 {
  if (OURS.has(code)) return 500;
  return UNAUTHORIZED.has(code) ? 401 : 400;
}
