/** Bytes with the method that some runtimes have and TypeScript's library does not declare yet. */
type Base64Bytes = Uint8Array & { toBase64?: () => string };

/** Node's Buffer, several times faster than TextEncoder for short texts. Not every runtime has it. */
const NodeBuffer = (globalThis as { Buffer?: typeof Buffer }).Buffer;

/** Can be shared, because it keeps no state between calls without the option `stream`. */
const decoder = /* @__PURE__ */ new TextDecoder();

/** How many bytes are passed as arguments of one call: well below the limit of every engine. */
const CHUNK = 8192;

/**
 * Encodes text as UTF-8. A lone surrogate becomes U+FFFD.
 *
 * @param text - Any string.
 */
export function encodeUtf8(text: string): Uint8Array {
  return NodeBuffer === undefined ? new TextEncoder().encode(text) : NodeBuffer.from(text, 'utf8');
}

/**
 * Decodes UTF-8 as `Response.json()` does: a byte order mark is dropped, and invalid sequences become U+FFFD.
 *
 * @param bytes - Any bytes.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/**
 * Encodes bytes as padded base64 (RFC 4648, section 4), by the fastest method of the runtime.
 *
 * @param bytes - Any bytes.
 */
export function encodeBase64(bytes: Uint8Array): string {
  if (NodeBuffer !== undefined)
    return NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return (bytes as Base64Bytes).toBase64?.() ?? encodeBase64ByBtoa(bytes);
}

/**
 * Encodes bytes as base64 in runtimes with neither Buffer nor `toBase64`.
 *
 * @param bytes - Any bytes.
 */
export function encodeBase64ByBtoa(bytes: Uint8Array): string {
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
