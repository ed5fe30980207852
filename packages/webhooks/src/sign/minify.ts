const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Removes the insignificant whitespace of JSON: the bytes 20, 09, 0A and 0D outside strings, and nothing else.
 *
 * It does not parse. `JSON.stringify(JSON.parse(body))` reorders integer-like keys, drops duplicate ones and rewrites
 * `100.00`, `1e3`, `-0`, `\/` and big integers, so it would reject bodies that other languages have signed, and let
 * different bodies share a signature. Working on bytes is enough, because UTF-8 uses ASCII bytes for ASCII characters
 * only. It never throws: text that is not JSON is stripped by the same rule.
 *
 * @param json - The body, UTF-8.
 * @returns The stripped copy, or the same array if there is nothing to remove.
 * @see SIG-2; RFC 8259, section 2.
 */
export function minify(json: Uint8Array): Uint8Array {
  const end = json.length;
  const kept = new Uint8Array(end);
  let length = 0;
  let index = 0;
  while (index < end) {
    let byte = json[index++] as number;
    if (isWhitespace(byte)) continue;
    kept[length++] = byte;
    if (byte !== QUOTE) continue;
    // A string is kept up to its closing quote. The byte after a backslash is copied unchecked.
    while (index < end) {
      byte = json[index++] as number;
      kept[length++] = byte;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH && index < end) kept[length++] = json[index++] as number;
    }
  }
  return length === end ? json : kept.subarray(0, length);
}

/** Returns whether a byte outside a string is insignificant whitespace of JSON. */
function isWhitespace(byte: number): boolean {
  return byte <= 0x20 && (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
}
