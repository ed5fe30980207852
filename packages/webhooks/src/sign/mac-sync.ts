import type { createHmac } from 'node:crypto';
import { fail } from '../errors/errors.ts';
import { encodeBase64 } from './encoding.ts';

/** The part of node:crypto that is used. */
interface NodeCrypto {
  readonly createHmac: typeof createHmac;
}

/** A global object through which Node, Bun and Deno provide their built-in modules at run time. */
interface WithBuiltinModules {
  readonly process?: { readonly getBuiltinModule?: (id: string) => NodeCrypto | undefined };
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
  const hmac = loadNodeCrypto().createHmac('sha256', secret);
  return hmac.update(encodeBase64(body)).update(tail).digest('base64');
}

/** Loads the module at run time, because a static import would break bundles for browsers and workers. */
function loadNodeCrypto(): NodeCrypto {
  return findNodeCrypto() ?? fail('unsupported_runtime');
}

function findNodeCrypto(): NodeCrypto | undefined {
  try {
    return (globalThis as WithBuiltinModules).process?.getBuiltinModule?.('node:crypto');
  } catch {
    // In edge runtimes, the function exists and throws.
    return undefined;
  }
}
