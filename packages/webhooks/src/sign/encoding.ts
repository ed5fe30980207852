import { requireApis } from '../errors/require-apis.ts';

/** Node's Buffer writes base64 many times faster than `btoa`. Not every runtime has it. */
const NodeBuffer = (globalThis as { Buffer?: typeof Buffer }).Buffer;

/**
 * Both can be shared, because they keep no state between calls without the option `stream`. They are created at the first use:
 * the package can be imported where they are missing, as in the jsdom of Jest.
 */
let encoder: InstanceType<typeof TextEncoder> | undefined;
let decoder: InstanceType<typeof TextDecoder> | undefined;

/** How many bytes are passed as arguments of one call: well below the limit of every engine. */
const CHUNK = 8192;

/**
 * Encodes text as UTF-8. A lone surrogate becomes U+FFFD.
 *
 * @param text - Any string.
 */
export function encodeUtf8(text: string): Uint8Array {
  if (encoder === undefined) requireApis('TextEncoder');
  encoder ??= new TextEncoder();
  return encoder.encode(text);
}

/**
 * Decodes UTF-8 as `Response.json()` does: a byte order mark is dropped, and invalid sequences become U+FFFD.
 *
 * @param bytes - Any bytes.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  if (decoder === undefined) requireApis('TextDecoder');
  decoder ??= new TextDecoder();
  return decoder.decode(bytes);
}

/**
 * Encodes bytes as padded base64 (RFC 4648, section 4), by Node's Buffer where it exists.
 *
 * @param bytes - Any bytes.
 */
export function encodeBase64(bytes: Uint8Array): string {
  if (NodeBuffer !== undefined)
    return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  requireApis('btoa');
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary);
}

/**
 * Decodes base64.
 *
 * @param text - Base64, with or without padding.
 * @throws DOMException if the text is not base64.
 */
export function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
