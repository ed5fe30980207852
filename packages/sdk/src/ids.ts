import { writeUuidV7 } from './uuid-v7.ts';

const BYTES = 16;
/** Asking the system for random bytes costs more than all the rest of an identifier, so they are drawn many at a time. */
const pool = new Uint8Array(BYTES * 128);
let used = pool.length;
let msecs = 0;
let seq = 0;

/** Makes a client-made identifier: a UUID of version 7, which sort by the time they were made. */
export function createId(): string {
  const random = drawBytes();
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    seq = firstSequence(random);
  } else {
    // Made in the same millisecond, or by a clock that was put back: it still sorts after those before it.
    seq = (seq + 1) | 0;
    if (seq === 0) msecs += 1;
  }
  return writeUuidV7(random, msecs, seq);
}

function drawBytes(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += BYTES;
  return pool.subarray(used - BYTES, used);
}

/** 31 random bits, from bytes that the rest of the identifier has no use for; the highest is left for counting. */
function firstSequence(random: Uint8Array): number {
  const [a = 0, b = 0, c = 0, d = 0] = random.subarray(6, 10);
  return ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d;
}
