const AS_RECEIVED = 'Pass the header unchanged, exactly as it was received.';
const CLOCK = 'Check the clock of this machine, or raise the option tolerance.';
const UNPARSED = 'Use express.raw() instead of express.json(), request.text() instead of request.json().';

/** Instructions for each code. Only the hints use the texts at run time, so bundles without hints leave them out. */
export const CODES = {
  /** An option has the wrong type or is empty: a mistake in the calling code, not in the request. */
  invalid_options: 'Correct the option, or set the environment variable that it is read from.',
  /** No secret, or an empty one: with an empty key, anyone could sign. */
  missing_secret: 'Set the environment variable that holds mo_webhook_secret, and pass its value as secrets.',
  /** The function passed as `secrets` returned none: the account is unknown or does not sign. */
  secret_not_found: 'Check that the function passed as secrets returns the secret of this account.',
  /** The runtime has no node:crypto or no Web Crypto; browsers have Web Crypto on secure origins only. */
  unsupported_runtime:
    'Use verifySync and signSync in Node, Bun or Deno, verify and sign wherever there is Web Crypto.',
  /** The headers have an unknown form, or one of the three signing headers was sent more than once. */
  invalid_headers: 'Pass Headers, the headers object of a Node request, or [name, value] pairs.',
  /** The request is not signed. See SIG-1. */
  missing_signature: 'Set mo_webhook_secret on the account. For kinds that are not signed, use parse.',
  /** The request is signed, but has no timestamp or environment header. */
  missing_header: 'Check that no proxy removes the header.',
  /** The signature is not 32 bytes in base64, as an HMAC-SHA256 is. */
  malformed_signature: AS_RECEIVED,
  /** The timestamp is not epoch time in 1 to 15 digits. */
  malformed_timestamp: AS_RECEIVED,
  /** The timestamp is further in the past than the tolerance: a late delivery, a replay, or a wrong clock. */
  timestamp_too_old: CLOCK,
  /** The timestamp is further in the future than the tolerance. */
  timestamp_too_new: CLOCK,
  /** The environment header is not in the option `environment`, such as sandbox traffic sent to production. */
  environment_mismatch: 'Compare the environment header of the request with the option environment.',
  /** The body is missing. In Express, no parser that reads it is mounted on the route. */
  missing_body: UNPARSED,
  /** The body is an object from a JSON parser, so the signed bytes are lost. */
  parsed_body: UNPARSED,
  /** The body is neither text nor bytes, or it cannot be read. */
  invalid_body: 'Pass text or bytes: read streams, blobs and promises first.',
  /** The body of the Request has been read before. */
  body_used: 'Verify before anything else reads the body, or verify request.clone().',
  /**
   * No secret produces this signature for this body, timestamp and environment: the secret is not the account's, the
   * request was changed on the way, or it is not from the service. See SIG-3.
   */
  signature_mismatch: 'Check the secret, and pass the body exactly as it was received, before any parser.',
  /** The signature matches, but the payload names an account other than the one whose secret matched. */
  account_mismatch: 'Check that secrets returns the secret of the account that the payload names.',
  /** The body is not JSON, even though it may be signed. */
  invalid_json: 'Check that the body is complete and not compressed.',
  /** The payload is of a known kind, but a field is missing or has the wrong type; `issues` lists each. */
  invalid_payload: 'Compare the issues with the specification of the webhook.',
  /** A dedupe store did not respond within `storeTimeout`. Only handlers report it, through `onError`. */
  store_timeout: 'Check that the dedupe store is reachable and not overloaded.',
} as const satisfies Record<string, string>;

/** The stable codes of `WebhookVerificationError`. Texts can change, codes do not. */
export type WebhookErrorCode = keyof typeof CODES;
