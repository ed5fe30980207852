import type { Piece } from './conversation.ts';

/** The size of a message's type and length. */
const HEADER_BYTES = 5;

/** A message of this size, such as "ready for query", is never divided. */
const SHORT_BYTES = 6;

/** Finds the messages in a stream of bytes of the Postgres protocol. A long message is not stored. */
export class PostgresMessages {
  /** How many bytes of a message have not arrived. */
  #missing = 0;
  /** The type of the message that has begun. */
  #type = '';
  /** The start of a message of which too little has arrived. */
  #rest: Buffer = Buffer.alloc(0);

  /** Divides the bytes that have arrived at the ends of messages. */
  split(chunk: Buffer): Piece[] {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const pieces: Piece[] = [];
    let at = 0;
    while (at < bytes.length) {
      if (this.#missing === 0) {
        const left = bytes.length - at;
        if (left < HEADER_BYTES) break;
        const size = 1 + bytes.readInt32BE(at + 1);
        if (left < size && size <= SHORT_BYTES) break;
        this.#missing = size;
        this.#type = String.fromCharCode(bytes[at] as number);
      }
      const piece = bytes.subarray(at, at + this.#missing);
      this.#missing -= piece.length;
      at += piece.length;
      pieces.push({ type: this.#type, bytes: piece, isEnd: this.#missing === 0 });
    }
    this.#rest = bytes.subarray(at);
    return pieces;
  }
}
