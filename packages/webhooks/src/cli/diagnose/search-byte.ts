import { signedTail } from '../../sign/signed-text.ts';
import { formsOf, macOf, type SigningHeaders } from './signature.ts';

/** Maximum size of a body for trying every change of one byte: half a million signatures, which take seconds. */
export const MAX_SEARCHED_BYTES = 1024;

/**
 * Searches for the body that was signed among all bodies that differ from the received one in a single byte. A match
 * also proves that the secret is right.
 *
 * @param body - The body as received.
 * @param signed - The signing headers.
 * @param secrets - The secrets of the account.
 * @returns The signed body; `undefined` if no change matches, or if there are too many to try.
 */
export function searchByte(
  body: Buffer,
  signed: SigningHeaders,
  secrets: readonly string[],
): Buffer | undefined {
  if (body.length > MAX_SEARCHED_BYTES) return undefined;
  const tail = signedTail(signed.environment, signed.timestamp);
  for (const form of formsOf(body)) {
    for (const changed of neighborsOf(Buffer.from(form))) {
      if (secrets.some((secret) => macOf(changed, secret, tail) === signed.signature))
        return Buffer.from(changed);
    }
  }
  return undefined;
}

/** Generates every body that differs in one byte. The buffers are reused, so copy a body to keep it. */
function* neighborsOf(body: Buffer): Generator<Buffer, void> {
  for (let offset = 0; offset <= body.length; offset++) {
    const [head, own, tail] = [
      body.subarray(0, offset),
      body.subarray(offset, offset + 1),
      body.subarray(offset + 1),
    ];
    if (own.length > 0) {
      yield Buffer.concat([head, tail]);
      yield* withAnyByteAt(Buffer.from(body), offset);
    }
    yield* withAnyByteAt(Buffer.concat([head, Buffer.alloc(1), own, tail]), offset);
  }
}

function* withAnyByteAt(body: Buffer, offset: number): Generator<Buffer, void> {
  for (let byte = 0; byte < 256; byte++) {
    body[offset] = byte;
    yield body;
  }
}
