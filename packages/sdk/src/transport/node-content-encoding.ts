import { MAX_BODY_BYTES, tooLarge } from './body-limit.ts';
import { restate } from './failure.ts';
import { TransportError } from './transport.ts';

type Zlib = typeof import('node:zlib');

/** The functions that decode. That of `zstd` needs Node 22.15 or later. */
const DECODERS: Readonly<Partial<Record<string, keyof Zlib>>> = {
  gzip: 'gunzip',
  'x-gzip': 'gunzip',
  deflate: 'inflate',
  br: 'brotliDecompress',
  zstd: 'zstdDecompress',
};

type Decode = (body: Buffer, options: object, done: (error: Error | null, result: Buffer) => void) => void;

/**
 * Decodes a body. The last encoding is decoded first.
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
  for (const encoding of encodings.reverse()) decoded = await decodeOnce(decoded, encoding);
  return decoded;
}

async function decodeOnce(body: Buffer, encoding: string): Promise<Buffer> {
  if (body.length === 0) return body;
  // Rarely needed, so it costs no time at the start.
  const zlib = await import('node:zlib');
  const name = DECODERS[encoding];
  // Servers send "deflate" with the zlib header that the standard requires, or without it.
  const isRaw = name === 'inflate' && ((body[0] ?? 0) & 0x0f) !== 8;
  const decode = name && (zlib[isRaw ? 'inflateRaw' : name] as Decode | undefined);
  if (decode === undefined)
    throw new TransportError(`the response has a content encoding that cannot be read here: ${encoding}`, {
      sent: 'maybe',
    });
  return new Promise((resolve, reject) => {
    decode(body, { maxOutputLength: MAX_BODY_BYTES }, (cause, result) => {
      if (cause === null) resolve(result);
      else reject(decodingError(encoding, cause));
    });
  });
}

function decodingError(encoding: string, cause: Error): TransportError {
  if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return tooLarge();
  const message = `the body of the response is not valid ${encoding}: ${cause.message}`;
  return new TransportError(message, { sent: 'maybe', cause: restate(message, cause) });
}
