import { fail } from './errors.ts';

/** The names of the signing headers, in lower case. See SIG-1. */
type SigningHeader = 'signature' | 'timestamp' | 'environment';

/** Anything with the `get` of `Headers`: that of the platform, of undici, of node-fetch. */
export interface HeadersLike {
  /** The value of a header, or null when it is absent; the name in any case. */
  get(name: string): string | null | undefined;
}

/**
 * Headers of a request: `Headers`, the headers object of a Node request (names in any case), or an array of
 * `[name, value]` pairs.
 */
export type WebhookHeaders =
  | HeadersLike
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | readonly (readonly [name: string, value: string])[];

/**
 * Reads one signing header, exactly as it was received.
 *
 * @param headers - What the caller gave as headers, of whatever type.
 * @param name - The header's name in lower case.
 * @returns The value, or `undefined` when the header is absent.
 * @throws WebhookVerificationError `invalid_headers` when headers are of no known form, or hold this one twice.
 */
export function readHeader(headers: unknown, name: SigningHeader): string | undefined {
  if (typeof headers !== 'object' || headers === null) fail('invalid_headers');
  // Node lower-cases names itself: what it received is found without a search.
  const own = Object.hasOwn(headers, name) ? (headers as Readonly<Record<string, unknown>>)[name] : undefined;
  if (typeof own === 'string') return own;
  const [value, ...more] = valuesOf(headers, name).filter((one) => one !== undefined && one !== null);
  if ((value === undefined || typeof value === 'string') && more.length === 0) return value;
  fail('invalid_headers', `${name} must be one string`);
}

function valuesOf(headers: object, name: SigningHeader): unknown[] {
  if (isHeadersLike(headers)) return [headers.get(name)];
  const pairs: readonly unknown[] = Array.isArray(headers) ? headers : Object.entries(headers);
  return pairs.flatMap((pair) => {
    if (!Array.isArray(pair)) fail('invalid_headers');
    const [key, value] = pair as readonly unknown[];
    // A list as the value is laid out: two values in it are a header that was sent twice.
    return typeof key === 'string' && key.toLowerCase() === name ? value : [];
  });
}

function isHeadersLike(headers: object): headers is HeadersLike {
  return typeof (headers as Partial<HeadersLike>).get === 'function';
}
