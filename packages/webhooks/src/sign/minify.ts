import { makeRoom } from './encoding.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Removes the insignificant white space of JSON: the bytes 20, 09, 0A and 0D outside strings, and nothing else.
 *
 * Lexical on purpose. `JSON.stringify(JSON.parse(body))` reorders integer-like keys, drops duplicate ones and rewrites
 * `100.00`, `1e3`, `-0`, `\/` and big integers, so it rejects what other languages have signed, and lets different
 * bodies share a signature. Bytes suffice, since UTF-8 never uses ASCII bytes for anything else. Never throws: what is
 * not JSON is stripped by the same rule.
 *
 * @param json - The body, UTF-8.
 * @returns The stripped copy, or the very same array when there was nothing to remove.
 * @see SIG-2; RFC 8259, section 2.
 */
export function minify(json: Uint8Array): Uint8Array {
  const end = json.length;
  const kept = makeRoom(end);
  let length = 0;
  let index = 0;
  while (index < end) {
    let byte = json[index++] as number;
    if (isWhiteSpace(byte)) continue;
    kept[length++] = byte;
    if (byte !== QUOTE) continue;
    // A string: all of it stays, up to the quote that closes it. The escaped byte goes along unread.
    while (index < end) {
      byte = json[index++] as number;
      kept[length++] = byte;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH && index < end) kept[length++] = json[index++] as number;
    }
  }
  return length === end ? json : kept.subarray(0, length);
}

/**
 * Whether a byte is insignificant white space of JSON, outside of strings.
 *
 * @param byte - The byte.
 */
export function isWhiteSpace(byte: number): boolean {
  return byte <= 0x20 && (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
