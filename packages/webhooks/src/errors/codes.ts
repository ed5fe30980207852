/** What happened, and what to do about it. */
export interface CodeText {
  /** What happened, for a code whose errors do not all have a sentence of their own. */
  readonly problem?: string;
  readonly fix: string;
}

const AS_RECEIVED = 'Pass the header unchanged, exactly as it was received.';
const CLOCK =
  'Check the clock of this machine. In a test with an emulator, whose clock is virtual, pass that clock: now: () => emulator.clock.now().getTime().';
const UNPARSED =
  'Mount the webhook route before express.json() and other parsers, or read the body with express.raw() or request.text().';

/** The texts of each code. A call that knows more replaces the problem with a sentence of its own. */
export const CODES = {
  /** An option has the wrong type or is empty: a mistake in the calling code, not in the request. */
  invalid_options: { fix: 'Correct the option, or set the environment variable that it is read from.' },
  /** No secret, or an empty one: with an empty key, anyone could sign. */
  missing_secret: {
    problem: 'There is no secret, or an empty one.',
    fix: 'Set the environment variable that holds mo_webhook_secret, and pass its value as secrets.',
  },
  /** The function passed as `secrets` returned none: the account is unknown or does not sign. */
  secret_not_found: {
    problem: 'The function passed as secrets returned no secret for this request.',
    fix: 'Check that the function passed as secrets returns the secret of this account.',
  },
  /** The runtime has no node:crypto or no Web Crypto; browsers have Web Crypto on secure origins only. */
  unsupported_runtime: {
    fix: 'In Node, Bun or Deno, use verifySync and signSync. With Web Crypto, use verify and sign.',
  },
  /** The headers have an unknown form, or one of the three signing headers was sent more than once. */
  invalid_headers: {
    problem: 'The headers have an unknown form.',
    fix: 'Pass Headers, the headers object of a Node request, or [name, value] pairs.',
  },
  /** The request is not signed. See SIG-1. */
  missing_signature: {
    problem: 'The request has no signature, so anyone who knows the URL may have forged it.',
    fix: 'Set mo_webhook_secret on the account. For kinds that the service does not sign, use parse.',
  },
  /** The request is signed, but has no timestamp or environment header. */
  missing_header: { fix: 'Check that no proxy removes the header.' },
  /** The signature is not 32 bytes in base64, as an HMAC-SHA256 is. */
  malformed_signature: {
    problem: 'The signature header is not an HMAC-SHA256 in base64.',
    fix: AS_RECEIVED,
  },
  /** The timestamp is not epoch time in 1 to 15 digits. */
  malformed_timestamp: {
    problem: 'The timestamp header is not epoch time in 1 to 15 digits.',
    fix: AS_RECEIVED,
  },
  /** The timestamp is further in the past than the tolerance: a late delivery, a replay, or a wrong clock. */
  timestamp_too_old: { fix: CLOCK },
  /** The timestamp is further in the future than the tolerance. */
  timestamp_too_new: { fix: CLOCK },
  /** The environment header is not in the option `environment`, such as sandbox traffic sent to production. */
  environment_mismatch: { fix: 'Compare the environment header of the request with the option environment.' },
  /** The body is missing. In Express, no parser that reads it is mounted on the route. */
  missing_body: { problem: 'There is no body.', fix: UNPARSED },
  /** The body is an object from a JSON parser, so the signed bytes are lost. */
  parsed_body: {
    problem: 'A JSON parser has read the body, so the signed bytes are lost.',
    fix: UNPARSED,
  },
  /** The body is neither text nor bytes, or it cannot be read. */
  invalid_body: {
    problem: 'The body is neither text nor bytes, or it cannot be read.',
    fix: 'Pass text or bytes: read streams, blobs and promises first.',
  },
  /** The body is larger than handlers accept. Only handlers report it. */
  payload_too_large: { fix: 'Webhooks of the service are smaller than this, so check who sent the request.' },
  /** The body of the Request has been read before. */
  body_used: {
    problem: 'The body of the Request has been read before.',
    fix: 'Verify before anything else reads the body, or verify request.clone().',
  },
  /**
   * No secret produces this signature for this body, timestamp and environment: the secret is not the account's, the
   * request was changed on the way, or it is not from the service. See SIG-3.
   */
  signature_mismatch: {
    problem:
      'No secret matches this signature: your secret is wrong, the request was changed, or it is forged.',
    fix: 'Check the secret, and pass the body exactly as it was received, before any parser.',
  },
  /** The signature matches, but the payload names an account other than the one whose secret matched. */
  account_mismatch: {
    problem: 'The payload names an account other than the one whose secret matched.',
    fix: 'Check that secrets returns the secret of the account that the payload names.',
  },
  /** The body is not JSON, even though it may be signed. */
  invalid_json: {
    problem: 'The body is not JSON.',
    fix: 'Check that the body is complete and not compressed.',
  },
  /** The payload is of a known kind, but a member that identifies the event is missing; `issues` lists each. */
  invalid_payload: { fix: 'Compare the issues with the specification of the webhook.' },
  /** A dedupe store did not respond within `storeTimeout`. Only handlers report it, through `onError`. */
  store_timeout: { fix: 'Check that the dedupe store is reachable and not overloaded.' },
  /** An adapter could not send the response. Only handlers report it, through `onError`. */
  response_not_sent: {
    fix: 'Exclude the webhook route from time-out middleware. The service sends the event again.',
  },
} satisfies Record<string, CodeText>;

/** The stable codes of `WebhookVerificationError`. Texts can change, codes do not. */
export type WebhookErrorCode = keyof typeof CODES;
