import { createHmac } from 'node:crypto';
import { minify } from '../../sign/minify.ts';
import { signedTail } from '../../sign/signed-text.ts';
import { equalsInConstantTime } from '../../verify/constant-time.ts';

/** The signing headers of a request, as received. */
export interface SigningHeaders {
  readonly signature: string;
  readonly timestamp: string;
  readonly environment: string;
}

/** The first difference of two bodies. */
export interface Difference {
  /** The number of equal bytes before it. */
  readonly offset: number;
  /** The first byte that differs; `undefined` after the end of the body. */
  readonly received: number | undefined;
  /** The byte that was signed in its place. */
  readonly signed: number | undefined;
}

/**
 * Computes the signature of a body with a key of any form.
 *
 * @param body - The form of the body that is signed.
 * @param key - The secret.
 * @param tail - See `signedTail`.
 */
export function macOf(body: Uint8Array, key: string | Buffer, tail: string): string {
  return createHmac('sha256', key).update(Buffer.from(body).toString('base64')).update(tail).digest('base64');
}

/**
 * Returns the forms of a body that may have been signed: all of it, and its minified form.
 *
 * @param body - The body.
 */
export function formsOf(body: Uint8Array): readonly Uint8Array[] {
  const minified = minify(body);
  return minified === body ? [body] : [body, minified];
}

/**
 * Returns whether a signature matches a body.
 *
 * @param body - The body.
 * @param signed - The signing headers.
 * @param keys - The secrets. One of them must match.
 */
export function isSigned(
  body: Uint8Array,
  signed: SigningHeaders,
  keys: readonly (string | Buffer)[],
): boolean {
  const tail = signedTail(signed.environment, signed.timestamp);
  return formsOf(body).some((form) =>
    keys.some((key) => equalsInConstantTime(macOf(form, key, tail), signed.signature)),
  );
}

/**
 * Returns the first difference of two bodies. Insignificant whitespace is ignored if it is the only earlier difference.
 *
 * @param received - The body as received.
 * @param signed - The body that was signed.
 */
export function firstDifference(received: Uint8Array, signed: Uint8Array): Difference {
  const [left, right] = [minify(received), minify(signed)];
  const [a, b] =
    left !== received && right === signed && !isEqual(left, right) ? [left, right] : [received, signed];
  const offset = a.findIndex((byte, index) => byte !== b[index]);
  const at = offset === -1 ? a.length : offset;
  return { offset: at, received: a[at], signed: b[at] };
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
