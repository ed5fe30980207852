import { fail } from './errors.ts';
import { readHeader } from './headers.ts';
import type { Rules } from './options.ts';
import { assertRecent, readTimestamp } from './timestamp.ts';

/** What the signing headers of a request say; true only once the signature has been found to match. */
export interface Claim {
  /** The signature: 44 characters of base64. */
  readonly signature: string;
  /** What follows the base64 text of the body in the signed text, see {@link signedTail}. */
  readonly tail: string;
  /** When it was sent, in milliseconds since the epoch. */
  readonly timestamp: number;
  /** The `environment` header. */
  readonly environment: string;
}

/** Where headers may be found. */
interface WithHeaders {
  readonly headers?: unknown;
  /** Those of a Lambda event. */
  readonly multiValueHeaders?: unknown;
}

/** The base64 text of 32 bytes. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

/**
 * What is signed after the base64 text of the body. The header values go in exactly as they were received. No two
 * requests share a signed text: base64 and digits hold no full stop, so the outer two can be told from the middle.
 *
 * @param environment - The `environment` header.
 * @param timestamp - The `timestamp` header.
 * @see SIG-2.
 */
export function signedTail(environment: string, timestamp: string): string {
  return `.${environment}.${timestamp}`;
}

/**
 * The headers of a request, whatever its form.
 *
 * @param input - The request; callers without types do pass nothing at all.
 */
export function headersOf(input: WithHeaders | null | undefined): unknown {
  return input?.multiValueHeaders ?? input?.headers;
}

/**
 * Reads the signing headers and checks all that needs neither body nor secret, so that hopeless requests cost nothing.
 *
 * @param input - The request; only its `headers` are touched.
 * @param rules - The caller's rules.
 * @throws WebhookVerificationError for headers that are missing, malformed, out of time or of another environment.
 */
export function readClaim(input: WithHeaders, rules: Rules): Claim {
  const headers = headersOf(input);
  const signature = readHeader(headers, 'signature');
  if (signature === undefined) fail('missing_signature');
  const timestampText = required(headers, 'timestamp');
  const environment = required(headers, 'environment');
  if (!SIGNATURE.test(signature)) fail('malformed_signature');
  const timestamp = readTimestamp(timestampText);
  if (rules.environments?.includes(environment) === false) {
    const pinned = rules.environments.map((name) => JSON.stringify(name)).join(', ');
    fail('environment_mismatch', `header ${JSON.stringify(environment.slice(0, 100))}, option ${pinned}`);
  }
  assertRecent(timestamp, rules.now, rules.toleranceMs);
  return { signature, tail: signedTail(environment, timestampText), timestamp, environment };
}

/**
 * Compares two texts without a branch on what they hold, so that the time it takes tells nothing about how much of a
 * guess was right. The encoded texts are compared, not the bytes: base64 can write the same bytes in several ways.
 *
 * @param expected - The signature as computed.
 * @param given - The signature as received, already known to have the same length.
 */
export function isSameText(expected: string, given: string): boolean {
  let difference = expected.length ^ given.length;
  for (let index = 0; index < expected.length; index++) {
    difference |= expected.charCodeAt(index) ^ given.charCodeAt(index);
  }
  return difference === 0;
}

function required(headers: unknown, name: 'timestamp' | 'environment'): string {
  const value = readHeader(headers, name);
  if (value === undefined) fail('missing_header', name);
  return value;
}
