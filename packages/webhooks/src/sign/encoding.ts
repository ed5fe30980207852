/** Node's Buffer writes base64 many times faster than `btoa`. Not every runtime has it. */
const NodeBuffer = (globalThis as { Buffer?: typeof Buffer }).Buffer;

/**
 * Both can be shared, because they keep no state between calls without the option `stream`. They are created at the first use:
 * the package can be imported where they are missing, as in the jsdom of Jest.
 */
let encoder: InstanceType<typeof TextEncoder> | undefined;
let decoder: InstanceType<typeof TextDecoder> | undefined;

/** Explains the only environments without these classes. */
function create<Name extends 'TextEncoder' | 'TextDecoder'>(name: Name) {
  const Class = globalThis[name] as (new () => InstanceType<(typeof globalThis)[Name]>) | undefined;
  if (Class !== undefined) return new Class();
  throw new Error(
    `This environment has no ${name}: in Jest, start the test file with the comment "@jest-environment node"; in an old browser, load a polyfill.`,
  );
}

/** How many bytes are passed as arguments of one call: well below the limit of every engine. */
const CHUNK = 8192;

/**
 * Encodes text as UTF-8. A lone surrogate becomes U+FFFD.
 *
 * @param text - Any string.
 */
export function encodeUtf8(text: string): Uint8Array {
  encoder ??= create('TextEncoder');
  return encoder.encode(text);
}

/**
 * Decodes UTF-8 as `Response.json()` does: a byte order mark is dropped, and invalid sequences become U+FFFD.
 *
 * @param bytes - Any bytes.
 */
export function decodeUtf8(bytes: Uint8Array): string {
  decoder ??= create('TextDecoder');
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
