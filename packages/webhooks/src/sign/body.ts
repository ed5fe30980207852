import { fail } from '../errors/errors.ts';
import { decodeBase64, encodeUtf8 } from './encoding.ts';

/** A body as it was received: text, or its bytes in any view (Buffer, Uint8Array, DataView) or ArrayBuffer. */
export type WebhookBody = string | ArrayBufferView | ArrayBufferLike;

/**
 * The bytes of a body, not copied where that can be avoided.
 *
 * @param body - What the caller gave as the body, of whatever type.
 * @throws WebhookVerificationError `missing_body`, `parsed_body` or `invalid_body`.
 */
export function toBytes(body: unknown): Uint8Array {
  if (typeof body === 'string') return encodeUtf8(body);
  if (body === undefined || body === null) fail('missing_body');
  if (isParsedJson(body)) fail('parsed_body');
  try {
    return viewBytes(body as ArrayBufferView | ArrayBufferLike);
  } catch {
    fail('invalid_body');
  }
}

/**
 * The bytes of a body that may be base64 text, or already parsed where that is allowed.
 *
 * @param input - A request or a Lambda event.
 * @param reserialize - Whether a parsed body is written as JSON again rather than refused.
 * @throws WebhookVerificationError `missing_body`, `parsed_body` or `invalid_body`.
 */
export function bodyBytes(
  { body, isBase64Encoded }: { readonly body?: unknown; readonly isBase64Encoded?: unknown },
  reserialize = false,
): Uint8Array {
  try {
    if (isBase64Encoded === true && typeof body === 'string') return decodeBase64(body);
    if (reserialize && isParsedJson(body)) return encodeUtf8(JSON.stringify(body));
  } catch {
    fail('invalid_body');
  }
  return toBytes(body);
}

/**
 * Whether a value is what a JSON parser makes of an object or a list, rather than an instance of a class.
 *
 * @param value - Any value.
 */
export function isParsedJson(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm (a vm, a test environment) have another Object.prototype, and nothing above it.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Throws a TypeError for anything but views and buffers, and for detached buffers. */
function viewBytes(body: ArrayBufferView | ArrayBufferLike): Uint8Array {
  // DataView refuses all but true buffers of any realm, where Uint8Array would read any object as a list.
  const view = ArrayBuffer.isView(body) ? body : new DataView(body);
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  // What another thread can write to must not change between verifying and parsing.
  return view.buffer instanceof ArrayBuffer ? bytes : bytes.slice();
}
