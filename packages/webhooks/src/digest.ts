import { encodeBase64 } from './encoding.ts';
import { webCrypto } from './mac-web.ts';

/**
 * Computes the SHA-256 digest of bytes, as base64.
 *
 * @param bytes - The bytes.
 * @throws WebhookVerificationError `unsupported_runtime`.
 */
export async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = await webCrypto().digest('SHA-256', bytes);
  return encodeBase64(new Uint8Array(hash));
}
