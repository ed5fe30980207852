import type { Verification } from '../event/event.ts';
import { isParsedJson } from '../sign/body.ts';
import { decodeUtf8, encodeUtf8 } from '../sign/encoding.ts';
import { isWhiteSpace, minify } from '../sign/minify.ts';

/** How much of a body tells whether it is pretty-printed: its first line break or space comes early. */
const HEAD = 64;

/**
 * The texts that may have been signed, the likeliest first, each made only when those before it did not match: the
 * body as received and its minified form. A body that begins pretty-printed is tried minified first, since that is what
 * the specification signs: it costs one HMAC, not two. Nothing is parsed, unless re-serialised JSON was asked for.
 *
 * @param raw - The bytes of the body.
 * @param body - The body as the caller gave it.
 * @param reserialize - Whether JSON that was parsed and serialised again is accepted.
 * @see SIG-2.
 */
export function* candidatesOf(
  raw: Uint8Array,
  body: unknown,
  reserialize: boolean,
): Generator<readonly [Verification['matched'], Uint8Array], void> {
  if (!isParsedJson(body)) {
    const isPretty = beginsPretty(raw);
    if (!isPretty) yield ['raw', raw];
    const minified = minify(raw);
    if (minified !== raw) yield ['minified', minified];
    if (isPretty) yield ['raw', raw];
  }
  if (reserialize) {
    const text = serializedAgain(raw);
    if (text !== undefined) yield ['reserialized', encodeUtf8(text)];
  }
}

/** Whether insignificant white space comes early: nothing is copied to find out. */
function beginsPretty(raw: Uint8Array): boolean {
  let isString = false;
  const end = Math.min(raw.length, HEAD);
  for (let index = 0; index < end; index++) {
    const byte = raw[index] as number;
    // An escaped quote leads astray, and costs a signature more at worst.
    if (byte === 0x22) isString = !isString;
    else if (!isString && isWhiteSpace(byte)) return true;
  }
  return false;
}

function serializedAgain(raw: Uint8Array): string | undefined {
  try {
    return JSON.stringify(JSON.parse(decodeUtf8(raw)));
  } catch {
    // Not JSON, or nested too deep for JSON.stringify: nothing that anybody signed.
    return undefined;
  }
}
