import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { MAX_BODY_BYTES, restate, tooLarge } from './failure.ts';
import { TransportError } from './transport.ts';

type Decode = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** The encodings that servers and proxies use although the request asks for none. */
const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['gzip', promisify<Buffer, object, Buffer>(gunzip)],
  ['deflate', promisify<Buffer, object, Buffer>(inflate)],
  ['br', promisify<Buffer, object, Buffer>(brotliDecompress)],
]);

/**
 * Decodes a body.
 *
 * @param contentEncoding - The value of the header field, such as `gzip`.
 * @throws {TransportError} The encoding is unknown, or the body is not valid in it.
 */
export async function decodeBody(body: Buffer, contentEncoding = 'identity'): Promise<Buffer> {
  const encoding = contentEncoding.toLowerCase();
  if (body.length === 0 || encoding === 'identity' || encoding === '') return body;
  const decode = DECODERS.get(encoding);
  if (decode === undefined)
    throw new TransportError(`the response has a content encoding that cannot be read here: ${encoding}`, {
      sent: 'maybe',
    });
  return decode(body, { maxOutputLength: MAX_BODY_BYTES }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    const message = `the body of the response is not valid ${encoding}: ${cause.message}`;
    throw new TransportError(message, { sent: 'maybe', cause: restate(message, cause) });
  });
}
