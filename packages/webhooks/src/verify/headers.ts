import { isObject } from '@messaging-service/contract';
import { fail } from '../errors/errors.ts';

/** The names of the signing headers, in lower case. See SIG-1. */
type SigningHeader = 'signature' | 'timestamp' | 'environment';

/** Any object with the `get` of `Headers`: those of the platform, of undici, of node-fetch. */
export interface HeadersLike {
  /** Returns the value of a header, or null if it is absent. The name is case-insensitive. */
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

/** A request of any form. */
interface WithHeaders {
  readonly headers?: unknown;
  /** The headers of a Lambda event, with all their values. */
  readonly multiValueHeaders?: unknown;
}

/**
 * Returns the headers of a request of any form.
 *
 * @param request - The request; JavaScript callers may pass nothing.
 */
export function headersOf(request: WithHeaders | null | undefined): unknown {
  const { headers, multiValueHeaders } = request ?? {};
  // Some gateways send an empty map beside the full one.
  return Object.keys(multiValueHeaders ?? {}).length > 0 ? multiValueHeaders : headers;
}

/**
 * Reads one signing header exactly as received.
 *
 * @param headers - The headers; JavaScript callers may pass any value.
 * @param name - The name of the header in lower case.
 * @returns The value, or `undefined` if the header is absent.
 * @throws {WebhookVerificationError} `invalid_headers` if the headers have an unknown form, or contain this one twice.
 */
export function readHeader(headers: unknown, name: SigningHeader): string | undefined {
  if (!isObject(headers)) fail('invalid_headers');
  const [value, ...more] = valuesOf(headers, name).filter((one) => one !== undefined && one !== null);
  if ((value === undefined || typeof value === 'string') && more.length === 0) return value;
  fail('invalid_headers', `${name} must be one string; it was sent more than once, or has another type.`);
}

/**
 * Returns the text of any header, for the message of an error.
 *
 * @param headers - The headers, in any form.
 * @param name - The name of the header in lower case.
 * @returns The text; `undefined` if there is none, or several.
 */
export function headerText(headers: unknown, name: string): string | undefined {
  if (!isObject(headers)) return undefined;
  const [value] = valuesOf(headers, name);
  return typeof value === 'string' ? value : undefined;
}

/** A Map of this realm or another one. */
function isMap(value: object): value is ReadonlyMap<unknown, unknown> {
  return Object.prototype.toString.call(value) === '[object Map]';
}

function valuesOf(headers: object, name: string): unknown[] {
  // Names are case-sensitive in a Map.
  if (isMap(headers)) return valuesOf([...headers], name);
  if ('get' in headers && typeof headers.get === 'function') return [(headers as HeadersLike).get(name)];
  const pairs: readonly unknown[] = Array.isArray(headers) ? headers : Object.entries(headers);
  return pairs.flatMap((pair) => {
    if (!Array.isArray(pair)) fail('invalid_headers');
    const [key, value] = pair as readonly unknown[];
    // `flatMap` flattens a list of values: two values are a header that was sent twice.
    return typeof key === 'string' && key.toLowerCase() === name ? value : [];
  });
}
