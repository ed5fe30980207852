import { fail } from '../errors/errors.ts';
import { requireApis } from '../errors/require-apis.ts';
import { encodeBase64, encodeUtf8 } from './encoding.ts';

/**
 * Returns what follows the base64 text of the body in the signed text. It contains the header values exactly as they
 * were received. No two requests share a signed text: base64 and digits contain no full stop, so the first and the last
 * one always separate the body, the environment and the timestamp.
 *
 * @param environment - The `environment` header.
 * @param timestamp - The `timestamp` header.
 * @see SIG-2.
 */
export function signedTail(environment: string, timestamp: string): string {
  return `.${environment}.${timestamp}`;
}

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
  requireApis('crypto.subtle');
  return crypto.subtle;
}

/**
 * Computes a signature by node:crypto.
 *
 * The secret is passed as a string, which is as fast as a cached KeyObject and several times faster than a Buffer.
 *
 * @param secret - The key, as UTF-8.
 * @param body - The bytes of the body.
 * @param tail - See `signedTail`.
 * @returns The signature, base64.
 * @throws {WebhookVerificationError} `unsupported_runtime`.
 * @see SIG-2.
 */
export function macSync(secret: string, body: Uint8Array, tail: string): string {
  const hmac = nodeCrypto().createHmac('sha256', secret);
  return hmac.update(encodeBase64(body)).update(tail).digest('base64');
}

/**
 * Loads the module at run time, because a static import would break bundles for browsers and workers. Node, Bun and Deno
 * have the global object that provides it.
 */
function nodeCrypto() {
  const { process } = globalThis as { readonly process?: Partial<NodeJS.Process> };
  try {
    const crypto = process?.getBuiltinModule?.('node:crypto');
    if (crypto !== undefined) return crypto;
  } catch {
    // In edge runtimes, the function exists and throws.
  }
  fail('unsupported_runtime', 'This runtime has no node:crypto.');
}
