import { fail } from '../errors/errors.ts';
import { encodeBase64, encodeUtf8 } from './encoding.ts';

type Subtle = typeof globalThis.crypto.subtle;

/**
 * Computes a signature by Web Crypto.
 *
 * @param secret - The key, as UTF-8.
 * @param body - The bytes of the body; read before this function returns, so the caller may reuse them.
 * @param tail - See `signedTail`.
 * @returns The signature, base64.
 * @throws {WebhookVerificationError} `unsupported_runtime`.
 * @see SIG-2.
 */
export async function macWeb(secret: string, body: Uint8Array, tail: string): Promise<string> {
  const signed = encodeUtf8(encodeBase64(body) + tail) as Uint8Array<ArrayBuffer>;
  const secretBytes = encodeUtf8(secret) as Uint8Array<ArrayBuffer>;
  const subtle = webCrypto();
  const key = await subtle.importKey('raw', secretBytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return encodeBase64(new Uint8Array(await subtle.sign('HMAC', key, signed)));
}

/**
 * Returns the Web Crypto of the runtime.
 *
 * @throws {WebhookVerificationError} `unsupported_runtime`.
 */
export function webCrypto(): Subtle {
  const { crypto } = globalThis as { crypto?: { readonly subtle?: Subtle } };
  if (crypto?.subtle === undefined) fail('unsupported_runtime');
  return crypto.subtle;
}
