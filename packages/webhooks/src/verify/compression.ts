import { headerText } from './headers.ts';

/** The formats of compressed bodies by their first two bytes. Brotli has no beginning of its own. */
const FORMATS: Readonly<Record<number, string>> = {
  0x1f8b: 'gzip',
  0x28b5: 'zstd',
  0x7801: 'deflate',
  0x785e: 'deflate',
  0x789c: 'deflate',
  0x78da: 'deflate',
};

/**
 * Describes how a body is compressed, for an error: nothing verifies or parses it before it is decompressed.
 *
 * @param headers - The headers of the request, in any form.
 * @param body - The bytes of the body.
 * @returns A sentence; `undefined` if nothing suggests that the body is compressed.
 */
export function describeCompression(headers: unknown, body: Uint8Array): string | undefined {
  const encoding = headerText(headers, 'content-encoding')?.trim();
  const [first = 0, second = 0] = body;
  const format = FORMATS[first * 256 + second];
  const sign =
    encoding !== undefined && encoding !== '' && encoding !== 'identity' && !isLikeJson(body)
      ? `its content-encoding is ${JSON.stringify(encoding)}`
      : format && `it begins like ${format}`;
  return sign && `The body is compressed: ${sign}.`;
}

/** What to do about a compressed body. */
export const DECOMPRESS =
  'The signature covers the JSON, so decompress the body before the handler, or let the proxy pass it on without compression.';

/** A proxy that decompresses may leave the header in place. */
function isLikeJson(body: Uint8Array): boolean {
  const first = body.find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b;
}
