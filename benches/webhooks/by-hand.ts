import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** A signature scheme. */
export interface Scheme {
  readonly key: string | KeyObject;
  readonly encoding: 'base64' | 'hex';
  /** The text that is signed. */
  readonly signed: (body: Buffer) => string | Buffer;
}

/**
 * The minimum cost of a scheme: HMAC over the same bytes, a constant-time comparison, and JSON.parse, without any checks.
 */
export function floorOf({ key, encoding, signed }: Scheme, signature: string): (body: Buffer) => unknown {
  return (body) => {
    const digest = createHmac('sha256', key).update(signed(body)).digest();
    if (!timingSafeEqual(digest, Buffer.from(signature, encoding))) throw new Error('does not match');
    return JSON.parse(body.toString('utf8')) as unknown;
  };
}

/** The common way to verify pretty-printed bodies: parse, serialize again, and sign the result. */
export function serializingAgain(key: string, tail: string, signature: string): (body: Buffer) => unknown {
  return (body) => {
    const value: unknown = JSON.parse(body.toString('utf8'));
    const text = Buffer.from(JSON.stringify(value)).toString('base64') + tail;
    const digest = createHmac('sha256', key).update(text).digest();
    if (!timingSafeEqual(digest, Buffer.from(signature, 'base64'))) throw new Error('does not match');
    return value;
  };
}
