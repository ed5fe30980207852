import { headerText } from './headers.ts';

/** How the formats of compressed bodies begin. Brotli has no beginning of its own. */
const BEGINNINGS: readonly (readonly [name: string, ...bytes: number[]])[] = [
  ['gzip', 0x1f, 0x8b],
  ['zstd', 0x28, 0xb5, 0x2f, 0xfd],
  ['deflate', 0x78, 0x01],
  ['deflate', 0x78, 0x5e],
  ['deflate', 0x78, 0x9c],
  ['deflate', 0x78, 0xda],
];

/**
 * Describes how a body is compressed, for an error: nothing verifies or parses it before it is decompressed.
 *
 * @param headers - The headers of the request, in any form.
 * @param body - The bytes of the body.
 * @returns A sentence; `undefined` if nothing suggests that the body is compressed.
 */
export function describeCompression(headers: unknown, body: Uint8Array): string | undefined {
  const encoding = headerText(headers, 'content-encoding')?.trim();
  const found = BEGINNINGS.find(([, ...bytes]) => bytes.every((byte, index) => body[index] === byte))?.[0];
  if (encoding !== undefined && encoding !== '' && encoding !== 'identity' && !isLikeJson(body))
    return `The body is compressed: its content-encoding is ${JSON.stringify(encoding)}.`;
  return found === undefined ? undefined : `The body is compressed: it begins like ${found}.`;
}

/** What to do about a compressed body. */
export const DECOMPRESS =
  'The signature covers the JSON, so decompress the body before the handler, or let the proxy pass it on without compression.';

/** A proxy that decompresses may leave the header in place. */
function isLikeJson(body: Uint8Array): boolean {
  const first = body.find((byte) => byte > 0x20);
  return first === 0x7b || first === 0x5b;
}
