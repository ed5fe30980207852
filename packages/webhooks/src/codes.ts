const AS_RECEIVED = 'Pass the header on as it was received.';
const CLOCK = "Check this machine's clock, or raise tolerance.";
const UNPARSED = 'Take express.raw() instead of express.json(), request.text() instead of request.json().';

/** What to do about it, for each code. Types apart, nothing of a bundle that only verifies leads here. */
export const CODES = {
  /** An option is of the wrong type or empty: a mistake in the calling code, not in the request. */
  invalid_options: 'Check that the environment variable of the option is set.',
  /** No secret, or an empty one: an empty key would let anybody sign. */
  missing_secret: 'Check that the environment variable of mo_webhook_secret is set.',
  /** The function given as `secrets` found none: no such account, or one that does not sign. */
  secret_not_found: 'Check that the account is known to the resolver.',
  /** The runtime lacks node:crypto or Web Crypto; browsers have the latter on secure origins only. */
  unsupported_runtime: 'verifySync and signSync need Node, Bun or Deno; verify and sign need Web Crypto.',
  /** Headers are not in a form that can be read, or one of the three was sent more than once. */
  invalid_headers: "Give Headers, Node's headers object or [name, value] pairs.",
  /** The request is not signed. See SIG-1. */
  missing_signature: 'Set mo_webhook_secret on the account; for unsigned kinds use parse.',
  /** The request is signed, but the timestamp or environment header is gone. */
  missing_header: 'Check that no proxy removes it.',
  /** The signature is not the base64 text of 32 bytes, such as an HMAC-SHA256 is. */
  malformed_signature: AS_RECEIVED,
  /** The timestamp is not epoch time in 1 to 15 digits. */
  malformed_timestamp: AS_RECEIVED,
  /** The timestamp lies further back than the tolerance: a late delivery, a replay, or a clock that is wrong. */
  timestamp_too_old: CLOCK,
  /** The timestamp lies further ahead than the tolerance. */
  timestamp_too_new: CLOCK,
  /** The environment header is not one of those pinned: such as sandbox traffic sent to production. */
  environment_mismatch: 'Compare the environment header with the option.',
  /** There is no body: in Express, no parser that reads it is mounted on the route. */
  missing_body: UNPARSED,
  /** The body is an object a JSON parser has made, so the bytes that were signed are lost. */
  parsed_body: UNPARSED,
  /** The body is neither text nor bytes, or it could not be read. */
  invalid_body: 'Give text or bytes: read streams, blobs and promises first.',
  /** The body of the Request was read before. */
  body_used: 'Verify first, or verify request.clone().',
  /**
   * No secret gives this signature for this body, timestamp and environment: the secret is another one than the
   * account's, something was altered on the way, or the request is not from the service. See SIG-3.
   */
  signature_mismatch: 'Check the secret, and that the body is as it was received, before any parser.',
  /** The signature is right, but the payload names another account than the one whose secret matched. */
  account_mismatch: 'Check that secrets returns the secret of the account that the payload names.',
  /** The body is not JSON, though it may be signed. */
  invalid_json: 'Check that the body is whole and not compressed.',
  /** The payload is of a known kind, but a field is missing or of the wrong type; `issues` names each. */
  invalid_payload: 'Compare the issues with the specification.',
  /** A dedupe store did not answer within `storeTimeout`. Only handlers report it, by `onError`. */
  store_timeout: 'Check that the dedupe store is reachable and not overloaded.',
} as const satisfies Record<string, string>;

/** The stable codes of `WebhookVerificationError`. Texts may be reworded, codes stay. */
export type WebhookErrorCode = keyof typeof CODES;
