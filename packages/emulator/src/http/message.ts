import type { Target } from './decode.ts';

/** A request as plain data, read once by an adapter from the request object of its platform. */
export interface HttpRequest {
  /** Method, in capitals. */
  readonly method: string;
  readonly target: Target;
  /** The body as text; empty when there is none. After {@link NOT_UTF8}, each character is a byte. */
  readonly body: string;
  /** Names and values of the headers alternate, as in Node.js. Only the log reads them. */
  readonly rawHeaders?: readonly string[];
}

/** A response as plain data. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A body that is read piece by piece, for calls that do not collect it. */
export type Upload = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** A stream of server-sent events, which is written as fast as the caller takes it. */
export interface StreamedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The texts of the events, which can be read once. Stopping early ends the work that produces them. */
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

/**
 * The beginning of the text of a body that is not UTF-8: half of a surrogate pair, which valid UTF-8 cannot contain. After it,
 * each character is a byte, so that the body can be sent again.
 */
export const NOT_UTF8 = '\ud800';

/** The text of a body that is not UTF-8. */
export function textOfBytes(bytes: Uint8Array): string {
  return NOT_UTF8 + Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** The bytes of a body. */
export function bytesOf(body: string): Uint8Array {
  if (!body.startsWith(NOT_UTF8)) return new TextEncoder().encode(body);
  return Uint8Array.from(body.slice(NOT_UTF8.length), (character) => character.charCodeAt(0));
}

/**
 * Bodies beyond this many bytes are refused with 413, except for a snapshot, which is read piece by piece and never as
 * a whole. See API-8.
 */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;
