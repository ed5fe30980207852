import type { HttpResponse } from '../http/message.ts';

/** A body as it is written, with the headers that describe it. */
interface Encoded {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | Uint8Array;
}

/**
 * Encodes the body of a response: compressed where it can be and the caller accepts gzip.
 *
 * @param response - The response.
 * @param acceptEncoding - The header `Accept-Encoding` of the request.
 */
export function encodeBody(
  response: HttpResponse,
  acceptEncoding: string | string[] | undefined = '',
): Encoded {
  const { body, headers } = response;
  const gzipped = acceptsGzip(String(acceptEncoding)) ? response.gzipped : undefined;
  if (gzipped === undefined)
    return { headers: { ...headers, 'content-length': Buffer.byteLength(body) }, body };
  const length = gzipped.byteLength;
  return { headers: { ...headers, 'content-encoding': 'gzip', 'content-length': length }, body: gzipped };
}

/** Whether `Accept-Encoding` allows gzip: by its name or with `*`, unless the weight is zero. RFC 9110, 12.5.3. */
function acceptsGzip(header: string): boolean {
  if (header === '') return false;
  const weights = new Map(
    header
      .toLowerCase()
      .split(',')
      .map((item) => {
        const [coding = '', weight] = item.split(/;\s*q=/, 2);
        return [coding.trim(), weight === undefined ? 1 : Number(weight)] as const;
      }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
