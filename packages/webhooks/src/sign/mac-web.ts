import { fail } from '../errors/errors.ts';
import { encodeBase64, encodeUtf8 } from './encoding.ts';

/** Importing a key takes as long as using it, so keys are cached. This limits the cache for services with many tenants. */
const MAX_KEYS = 1000;

type Subtle = typeof globalThis.crypto.subtle;
type Key = Awaited<ReturnType<Subtle['importKey']>>;

const keys = new Map<string, Promise<Key>>();

/**
 * Computes a signature by Web Crypto.
 *
 * @param secret - The key, as UTF-8; imported once and cached.
 * @param body - The bytes of the body; read before this function returns, so the caller may reuse them.
 * @param tail - See `signedTail`.
 * @returns The signature, base64.
 * @throws {WebhookVerificationError} `unsupported_runtime`.
 * @see SIG-2.
 */
export async function macWeb(secret: string, body: Uint8Array, tail: string): Promise<string> {
  const signed = encodeUtf8(encodeBase64(body) + tail) as Uint8Array<ArrayBuffer>;
  const subtle = webCrypto();
  return encodeBase64(new Uint8Array(await subtle.sign('HMAC', await importKey(subtle, secret), signed)));
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

function importKey(subtle: Subtle, secret: string): Promise<Key> {
  const cached = keys.get(secret);
  if (cached !== undefined) return cached;
  const bytes = encodeUtf8(secret) as Uint8Array<ArrayBuffer>;
  const key = subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  if (keys.size >= MAX_KEYS) keys.clear();
  keys.set(secret, key);
  // A failure is not cached, so that the next request tries again.
  key.catch(() => keys.delete(secret));
  return key;
}
