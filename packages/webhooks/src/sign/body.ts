import { isInstance, isObject, kindOf } from '@messaging-service/contract';
import { fail, WebhookVerificationError } from '../errors/errors.ts';
import { encodeUtf8 } from './encoding.ts';
import { bytesOfJson } from './json-bytes.ts';

/** A received body: text, or its bytes in any view (Buffer, Uint8Array, DataView) or ArrayBuffer. */
export type WebhookBody = string | ArrayBufferView | ArrayBufferLike;

/**
 * Returns the bytes of a body, without a copy if possible.
 *
 * @param body - The body; JavaScript callers may pass any value.
 * @throws {WebhookVerificationError} `missing_body`, `parsed_body` or `invalid_body`.
 */
export function toBytes(body: unknown): Uint8Array {
  // An adapter passes the reason in place of a body that it cannot read.
  if (body instanceof WebhookVerificationError) throw body;
  if (typeof body === 'string') return encodeUtf8(body);
  if (body === undefined || body === null) fail('missing_body');
  if (isParsedJson(body)) return bytesOfJson(body) ?? fail('parsed_body');
  try {
    return viewBytes(body as ArrayBufferView | ArrayBufferLike);
  } catch {
    fail('invalid_body', `The body is ${kindOf(body)}, which is neither text nor bytes, or cannot be read.`);
  }
}

/**
 * Returns whether a value is an object or a list as a JSON parser creates them, rather than an instance of a class.
 *
 * @param value - Any value.
 */
export function isParsedJson(value: unknown): value is object {
  return isObject(value) && !isInstance(value);
}

/** Throws a TypeError for values that are neither views nor buffers, and for detached buffers. */
function viewBytes(body: ArrayBufferView | ArrayBufferLike): Uint8Array {
  // DataView accepts only true buffers (of any realm), whereas Uint8Array would read any object as a list.
  const view = ArrayBuffer.isView(body) ? body : new DataView(body);
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  // Another thread can write to shared memory, and the bytes must not change between verifying and parsing.
  return view.buffer instanceof ArrayBuffer ? bytes : bytes.slice();
}
