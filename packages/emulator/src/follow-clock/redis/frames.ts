import type { Piece } from '../conversation.ts';

const LINE_END = 10;

/**
 * Finds the ends of messages of the Redis protocol (RESP 2 and 3) in a stream of bytes. Commands and replies have the
 * same form. No message is stored, so its size does not matter.
 */
export class Frames {
  /** For each open collection, how many of its elements are missing. */
  readonly #open: number[] = [];
  /** The start of a line whose end has not arrived. */
  #line = '';
  /** How many bytes of a text have not arrived, with the end of its line. */
  #skip = 0;
  /** The first character of the message that has begun, which is its type; empty between two messages. */
  #type = '';

  /** Divides the bytes that have arrived at the ends of messages. */
  split(chunk: Buffer): Piece[] {
    const pieces: Piece[] = [];
    for (let from = 0; from < chunk.length; ) {
      if (this.#type === '') this.#type = String.fromCharCode(chunk[from] as number);
      const type = this.#type;
      const end = this.#endOf(chunk, from);
      const bytes = chunk.subarray(from, end);
      pieces.push({ type, bytes, isEnd: end !== undefined });
      if (end !== undefined) this.#type = '';
      from += bytes.length;
    }
    return pieces;
  }

  /** The position after the message; undefined if the rest is in the next chunk. */
  #endOf(chunk: Buffer, from: number): number | undefined {
    let at = from;
    while (at < chunk.length) {
      if (this.#skip > 0) {
        const skipped = Math.min(this.#skip, chunk.length - at);
        this.#skip -= skipped;
        at += skipped;
      } else {
        const end = chunk.indexOf(LINE_END, at);
        this.#line += chunk.toString('latin1', at, end === -1 ? chunk.length : end + 1);
        if (end === -1) return undefined;
        at = end + 1;
        const isOpen = this.#read(this.#line);
        this.#line = '';
        if (isOpen) continue;
      }
      if (this.#skip === 0 && this.#elementEnds()) return at;
    }
    return undefined;
  }

  /** Reads the line at the start of an element. @returns Whether elements of a collection follow. */
  #read(line: string): boolean {
    const type = line.charAt(0);
    const count = Number.parseInt(line.slice(1), 10);
    if ('$=!'.includes(type)) this.#skip = count < 0 ? 0 : count + 2;
    if (!'*~>%|'.includes(type) || count <= 0) return false;
    // Attributes come before the element that they belong to.
    this.#open.push(type === '%' ? 2 * count : type === '|' ? 2 * count + 1 : count);
    return true;
  }

  /** Counts an element. @returns Whether the whole message has ended with it. */
  #elementEnds(): boolean {
    for (let last = this.#open.length - 1; last >= 0; last--) {
      const missing = (this.#open[last] ?? 0) - 1;
      this.#open[last] = missing;
      if (missing > 0) return false;
      this.#open.pop();
    }
    return true;
  }
}
