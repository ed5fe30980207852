/**
 * Finds the end of the message that begins at a position. If the rest has not arrived, returns a position after the bytes:
 * the end if it is known, or the next position at which it may be.
 */
export type EndOf = (bytes: Buffer, at: number) => number;

/** Divides the bytes of a connection into whole messages. */
export class Messages {
  readonly #endOf: EndOf;
  /** The parts of a message that has not arrived as a whole. They are joined once, however large it is. */
  #parts: Buffer[] = [];
  #size = 0;
  /** The smallest size at which the message can be whole. */
  #needed = 0;

  constructor(endOf: EndOf) {
    this.#endOf = endOf;
  }

  /** Takes bytes. @returns The messages that have arrived as a whole. */
  split(chunk: Buffer): Buffer[] {
    this.#parts.push(chunk);
    this.#size += chunk.length;
    if (this.#size < this.#needed) return [];
    const bytes = Buffer.concat(this.#parts);
    const messages: Buffer[] = [];
    let at = 0;
    let end = this.#endOf(bytes, at);
    for (; end <= bytes.length; end = this.#endOf(bytes, at)) {
      messages.push(bytes.subarray(at, end));
      at = end;
    }
    this.#parts = [bytes.subarray(at)];
    this.#size = bytes.length - at;
    this.#needed = end - at;
    return messages;
  }
}
