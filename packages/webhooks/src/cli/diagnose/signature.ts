import { createHmac } from 'node:crypto';
import { minify } from '../../sign/minify.ts';
import { signedTail } from '../../sign/signed-text.ts';
import { equalsInConstantTime } from '../../verify/constant-time.ts';

/** What the headers of a request say. */
export interface Signed {
  readonly signature: string;
  readonly timestamp: string;
  readonly environment: string;
}

/** Where two bodies part. */
export interface Difference {
  /** How many bytes they share before it. */
  readonly offset: number;
  /** The first byte that differs; `undefined` beyond the end. */
  readonly received: number | undefined;
  /** What was signed in its place. */
  readonly signed: number | undefined;
}

/**
 * The signature of the scheme, by a key of any form.
 *
 * @param body - What is signed of a body.
 * @param key - The secret.
 * @param tail - See `signedTail`.
 */
export function macOf(body: Uint8Array, key: string | Buffer, tail: string): string {
  return createHmac('sha256', key).update(Buffer.from(body).toString('base64')).update(tail).digest('base64');
}

/**
 * What may have been signed of a body: all of it, or its minified form.
 *
 * @param body - The body.
 */
export function formsOf(body: Uint8Array): readonly Uint8Array[] {
  const minified = minify(body);
  return minified === body ? [body] : [body, minified];
}

/**
 * Whether a body is what was signed.
 *
 * @param body - The body.
 * @param signed - What the headers say.
 * @param keys - The secrets, any of which may fit.
 */
export function isSigned(body: Uint8Array, signed: Signed, keys: readonly (string | Buffer)[]): boolean {
  const tail = signedTail(signed.environment, signed.timestamp);
  return formsOf(body).some((form) =>
    keys.some((key) => equalsInConstantTime(macOf(form, key, tail), signed.signature)),
  );
}

/**
 * Where two bodies part. Insignificant white space is left out where that alone makes them differ earlier.
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
