import { signedTail } from '../../sign/signed-text.ts';
import { formsOf, macOf, type Signed } from './signature.ts';

/** Up to this size every change of one byte is tried: half a million signatures, which take seconds. */
export const SEARCHED_BYTES = 1024;

/**
 * Searches the body that was signed among all that differ from the one received in a single byte. That finds a letter
 * that was changed, and proves at the same time that the secret is right.
 *
 * @param body - The body as received.
 * @param signed - What the headers say.
 * @param secrets - Those that should fit.
 * @returns The body that was signed; `undefined` when it is none of these, or when there are too many to try.
 */
export function searchByte(body: Buffer, signed: Signed, secrets: readonly string[]): Buffer | undefined {
  if (body.length > SEARCHED_BYTES) return undefined;
  const tail = signedTail(signed.environment, signed.timestamp);
  for (const form of formsOf(body)) {
    for (const changed of neighboursOf(Buffer.from(form))) {
      if (secrets.some((secret) => macOf(changed, secret, tail) === signed.signature))
        return Buffer.from(changed);
    }
  }
  return undefined;
}

/** Every body one byte away. Buffers are reused from one to the next: whoever keeps one copies it. */
function* neighboursOf(body: Buffer): Generator<Buffer, void> {
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
