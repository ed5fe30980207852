/** What some runtimes have and the standard library's types do not know yet. */
type Base64Bytes = Uint8Array & { toBase64?: () => string };

/** Node's Buffer, several times faster than TextEncoder for short texts; Bun has it too, others need not. */
const NodeBuffer = (globalThis as { Buffer?: typeof Buffer }).Buffer;

/** Keeps nothing from one call to the next, unless it is told to stream. */
const decoder = /* @__PURE__ */ new TextDecoder();

/** How much of a byte array is spread as arguments at once: safely below every engine's limit. */
const CHUNK = 8192;

/**
 * Makes room for bytes; what is in it is not said, so all that is handed on has to be written first.
 *
 * @param length - How many.
 */
export function makeRoom(length: number): Uint8Array {
  return NodeBuffer === undefined ? new Uint8Array(length) : NodeBuffer.allocUnsafe(length);
}

/**
 * Encodes text as UTF-8; half of a surrogate pair becomes U+FFFD, as on any wire.
 *
 * @param text - Any string.
 */
export function encodeUtf8(text: string): Uint8Array {
  return NodeBuffer === undefined ? new TextEncoder().encode(text) : NodeBuffer.from(text, 'utf8');
}

/**
 * Decodes UTF-8 as `Response.json()` does: a byte order mark is dropped, and what is not UTF-8 becomes U+FFFD.
 *
 * @param bytes - Any bytes.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/**
 * Encodes bytes as padded base64 (RFC 4648, section 4), with the fastest means the runtime has.
 *
 * @param bytes - Any bytes.
 */
export function encodeBase64(bytes: Uint8Array): string {
  if (NodeBuffer !== undefined) {
    const buffer = NodeBuffer.isBuffer(bytes)
      ? bytes
      : NodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return buffer.toString('base64');
  }
  return (bytes as Base64Bytes).toBase64?.() ?? encodeBase64ByBtoa(bytes);
}

/**
 * The same for runtimes with neither Buffer nor `toBase64`.
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
 * @param text - Padded or not.
 * @throws DOMException for anything else.
 */
export function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
