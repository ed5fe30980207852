import type { Verification } from '../event/event.ts';
import { isParsedJson } from '../sign/body.ts';
import { decodeUtf8, encodeUtf8 } from '../sign/encoding.ts';
import { minify } from '../sign/minify.ts';

/** How many bytes show whether a body is pretty-printed: its first line break or space comes early. */
const HEAD_LENGTH = 64;
/** Whitespace outside strings. An escaped quote leads to a wrong result, which costs at most one more signature. */
const EARLY_WHITESPACE = /^(?:"[^"]*"|[^"\s])*\s/;

/**
 * Generates the forms of a body that may have been signed, the most likely one first, each only if those before it did
 * not match: the body as received and its minified form. A body that begins pretty-printed is tried minified first,
 * because the specification signs this form, so it takes one HMAC and not two. The body is parsed only with the option
 * `reserialize`.
 *
 * @param raw - The bytes of the body.
 * @param body - The body as the caller passed it.
 * @param reserialize - Whether JSON that was parsed and serialized again is accepted.
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

/** Returns whether insignificant whitespace comes early, without a copy of the body. */
function beginsPretty(raw: Uint8Array): boolean {
  return EARLY_WHITESPACE.test(decodeUtf8(raw.subarray(0, HEAD_LENGTH)));
}

function serializedAgain(raw: Uint8Array): string | undefined {
  try {
    return JSON.stringify(JSON.parse(decodeUtf8(raw)));
  } catch {
    // It is not JSON, or nested too deeply for JSON.stringify, so this form was not signed.
    return undefined;
  }
}
