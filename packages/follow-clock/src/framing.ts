/** A piece of a message. */
export interface Piece {
  /**
   * Its end. If the rest has not arrived, a position after the bytes: the end if it is known, or the next position at which
   * it may be.
   */
  readonly end: number;
  /** How many pieces of the same message it announces. */
  readonly more: number;
}

/** Finds the piece that begins at a position. */
export type PieceAt = (bytes: Buffer, at: number) => Piece;

/** Divides the bytes of a connection into whole messages. Each byte is read and joined once, however large a message is. */
export class Messages {
  readonly #pieceAt: PieceAt;
  /** The whole pieces of a message that has begun. */
  #begun: Buffer[] = [];
  /** How many pieces of the message have not arrived. */
  #missing = 1;
  /** The parts of a piece that has not arrived as a whole. */
  #parts: Buffer[] = [];
  #size = 0;
  /** The smallest size at which the piece can be whole. */
  #needed = 0;

  constructor(pieceAt: PieceAt) {
    this.#pieceAt = pieceAt;
  }

  /**
   * Takes bytes.
   *
   * @returns The messages that have arrived as a whole.
   */
  split(chunk: Buffer): Buffer[] {
    this.#parts.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return [];
    const bytes = Buffer.concat(this.#parts);
    const messages: Buffer[] = [];
    let start = 0;
    let at = 0;
    let piece = this.#pieceAt(bytes, at);
    for (; piece.end <= bytes.length; piece = this.#pieceAt(bytes, at)) {
      at = piece.end;
      this.#missing += piece.more - 1;
      if (this.#missing > 0) continue;
      messages.push(Buffer.concat([...this.#begun.splice(0), bytes.subarray(start, at)]));
      start = at;
      this.#missing = 1;
    }
    this.#begun.push(bytes.subarray(start, at));
    this.#parts = [bytes.subarray(at)];
    this.#size = bytes.length - at;
    this.#needed = piece.end - at;
    return messages;
  }
}
