import { encodeBase64 } from '../sign/encoding.ts';
import { webCrypto } from '../sign/mac-web.ts';

/**
 * Computes the SHA-256 digest of bytes, as base64.
 *
 * @param bytes - The bytes.
 * @throws {WebhookVerificationError} `unsupported_runtime`.
 */
export async function digest(bytes: Uint8Array): Promise<string> {
  // A copy, because the bytes may be in shared memory, which Web Crypto does not accept.
  const hash = await webCrypto().digest('SHA-256', new Uint8Array(bytes));
  return encodeBase64(new Uint8Array(hash));
}
