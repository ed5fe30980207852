/** A whole message, or a part of a longer one. */
export interface Piece {
  /** The type of the message that begins here; undefined for a later part. */
  readonly type?: string;
  readonly bytes: Buffer;
}

/** The size of a message's type and length. */
const HEADER_BYTES = 5;

/** A message of this size, such as "ready for query", is never divided. */
const SHORT_BYTES = 6;

/** Finds the messages in a stream of bytes of the Postgres protocol. A long message is not stored. */
export class PostgresMessages {
  /** How many bytes of a message have not arrived. */
  #missing = 0;
  /** The start of a message of which too little has arrived. */
  #rest: Buffer = Buffer.alloc(0);

  /** Divides the bytes that have arrived at the beginnings of messages. */
  split(chunk: Buffer): Piece[] {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const pieces: Piece[] = [];
    let at = 0;
    while (at < bytes.length) {
      const isStart = this.#missing === 0;
      if (isStart) {
        const left = bytes.length - at;
        if (left < HEADER_BYTES) break;
        const size = 1 + bytes.readInt32BE(at + 1);
        if (left < size && size <= SHORT_BYTES) break;
        this.#missing = size;
      }
      const piece = bytes.subarray(at, at + this.#missing);
      pieces.push(
        isStart ? { type: String.fromCharCode(piece[0] as number), bytes: piece } : { bytes: piece },
      );
      this.#missing -= piece.length;
      at += piece.length;
    }
    this.#rest = bytes.subarray(at);
    return pieces;
  }
}
