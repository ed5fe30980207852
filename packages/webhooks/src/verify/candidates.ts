import type { Verification } from '../event/event.ts';
import { isParsedJson } from '../sign/body.ts';
import { decodeUtf8, encodeUtf8 } from '../sign/encoding.ts';
import { minify } from '../sign/minify.ts';

/**
 * Generates the forms of a body that may have been signed, the most likely one first, each only if those before it did
 * not match: the body as received and its minified form. The body is parsed only with the option `reserialize`.
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
    yield ['raw', raw];
    const minified = minify(raw);
    if (minified !== raw) yield ['minified', minified];
  }
  if (reserialize) {
    const text = serializedAgain(raw);
    if (text !== undefined) yield ['reserialized', encodeUtf8(text)];
  }
}

function serializedAgain(raw: Uint8Array): string | undefined {
  try {
    return JSON.stringify(JSON.parse(decodeUtf8(raw)));
  } catch {
    // It is not JSON, or nested too deeply for JSON.stringify, so this form was not signed.
    return undefined;
  }
}
