import { fail } from '../errors/errors.ts';
import { signedTail } from '../sign/signature.ts';
import { readTimestamp } from '../sign/timestamp.ts';
import { readHeader } from './headers.ts';
import type { ResolvedVerifyOptions } from './options.ts';

/** The content of the signing headers. It is trustworthy only after the signature has matched. */
export interface SignedHeaders {
  /** The signature: 44 characters of base64. */
  readonly signature: string;
  /** The part of the signed text after the base64 text of the body, see `signedTail`. */
  readonly tail: string;
  /** The time of sending, in milliseconds since the epoch. */
  readonly timestamp: number;
  /** The `environment` header. */
  readonly environment: string;
}

/** The base64 text of 32 bytes. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Reads the signing headers and checks everything that needs neither body nor secret, so that a request that cannot be
 * verified is refused early.
 *
 * @param headers - The headers of the request.
 * @param options - The options of the verification.
 * @throws {WebhookVerificationError} if a header is missing, malformed, outside the tolerance or of another environment.
 */
export function checkSignedHeaders(
  headers: unknown,
  { environments, now, toleranceMs }: ResolvedVerifyOptions,
): SignedHeaders {
  const currentTime = now();
  const signature = readHeader(headers, 'signature');
  if (signature === undefined) fail('missing_signature');
  const timestampText = required(headers, 'timestamp');
  const environment = required(headers, 'environment');
  // Servers join the values of a repeated header.
  if (signature.includes(','))
    fail('invalid_headers', 'The request has more than one signature header.', {
      fix: 'Check that no proxy adds a copy of the header.',
    });
  if (!SIGNATURE.test(signature)) fail('malformed_signature');
  const timestamp = readTimestamp(timestampText);
  if (environments?.includes(environment) === false)
    fail(
      'environment_mismatch',
      `The environment header is ${JSON.stringify(environment)}; the option environment accepts ${environments.join(', ')}.`,
    );
  checkTolerance(timestamp, currentTime, toleranceMs);
  return { signature, tail: signedTail(environment, timestampText), timestamp, environment };
}

function required(headers: unknown, name: 'timestamp' | 'environment'): string {
  return (
    readHeader(headers, name) ?? fail('missing_header', `The request has a signature and no ${name} header.`)
  );
}

/** A difference in milliseconds that the clock of a server rarely has, but the clock of an emulator does. */
const LONG_MS = 86_400_000;

/** The tolerance applies in both directions and includes its ends. See SIG-7. */
function checkTolerance(timestamp: number, now: number, toleranceMs: number): void {
  const differenceMs = Math.abs(now - timestamp);
  if (differenceMs <= toleranceMs) return;
  const isOld = now > timestamp;
  const distance = `${Math.round(differenceMs / 1000)} s in the ${isOld ? 'past' : 'future'} by the clock of this machine`;
  fail(
    isOld ? 'timestamp_too_old' : 'timestamp_too_new',
    differenceMs < LONG_MS
      ? `${distance}; the tolerance is ${toleranceMs / 1000} s.`
      : `${distance}, which is ${dateOf(now)}: ${lengthOf(differenceMs)} apart, as with the virtual clock of an emulator${isOld ? ', or an old request that is sent again' : ''}.`,
  );
}

/** Writes a long time in days or years. */
function lengthOf(ms: number): string {
  const days = Math.round(ms / LONG_MS);
  if (days >= 730) return `${Math.round(days / 365.25)} years`;
  return days === 1 ? '1 day' : `${days} days`;
}

function dateOf(ms: number): string {
  // A time that no date can have has no JSON.
  const json = new Date(ms).toJSON() as string | null;
  return json?.slice(0, 10) ?? `${ms} ms`;
}
