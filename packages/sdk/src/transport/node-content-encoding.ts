import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { MAX_BODY_BYTES, restate, tooLarge } from './failure.ts';
import { TransportError } from './transport.ts';

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;
type Decoder = (body: Buffer, options: object, done: (error: Error | null, result: Buffer) => void) => void;

const decodeWith = (decoder: Decoder): Decode => promisify<Buffer, object, Buffer>(decoder);
const gunzip = decodeWith(zlib.gunzip);
const inflate = decodeWith(zlib.inflate);
const inflateRaw = decodeWith(zlib.inflateRaw);
/** Node 22.15 or later. */
const { zstdDecompress } = zlib as { readonly zstdDecompress?: Decoder };

/** The encodings of HTTP, which servers and proxies use although the request asks for none. */
const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  // Some servers leave out the header of zlib, which the standard requires. It begins with the method, which is 8.
  ['deflate', (body, options) => (((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(body, options)],
  ['br', decodeWith(zlib.brotliDecompress)],
  ...(zstdDecompress === undefined ? [] : [['zstd', decodeWith(zstdDecompress)] as const]),
]);

/**
 * Decodes a body. The last of several encodings is decoded first.
 *
 * @param contentEncoding - The value of the header field, such as `gzip` or `deflate, br`.
 * @throws {TransportError} An encoding is unknown, or the body is not valid in it.
 */
export async function decodeBody(body: Buffer, contentEncoding: string): Promise<Buffer> {
  const encodings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((encoding) => encoding.trim())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  let decoded = body;
  for (const encoding of encodings.toReversed()) decoded = await decodeOnce(decoded, encoding);
  return decoded;
}

function isText(body: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}

async function decodeOnce(body: Buffer, encoding: string): Promise<Buffer> {
  if (body.length === 0) return body;
  const decode = DECODERS.get(encoding);
  // Some servers name the encoding of the text here, such as `utf-8` or `none`. A compressed body is not text.
  if (decode === undefined && isText(body)) return body;
  if (decode === undefined)
    throw new TransportError(`this runtime cannot decode the content encoding ${encoding} of the response`, {
      sent: 'maybe',
      permanent: true,
    });
  return decode(body, { maxOutputLength: MAX_BODY_BYTES }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    const message = `the body of the response is not valid ${encoding}: ${cause.message}`;
    throw new TransportError(message, { sent: 'maybe', cause: restate(message, cause) });
  });
}
