import type { Position } from '../domain/views/position.ts';

const MARK = /^(\d{1,15})-(\d{1,15})$/;

/**
 * Positions in the history as texts for callers. A reset or a restored snapshot replaces the history, so a mark
 * contains the history that it belongs to. After a replacement, it counts at most as the beginning of the new history.
 * EMU-16.
 */
export class Marks {
  /** The beginning of each history after the first one. */
  readonly #beginnings: Position[] = [];

  /** The history was replaced by one that begins here. */
  restarted(beginning: Position): void {
    this.#beginnings.push(beginning);
  }

  /** Writes a position of the current history. */
  write(position: Position): string {
    return `${this.#beginnings.length}-${position}`;
  }

  /** Reads a mark; undefined when it is not one. */
  read(mark: string): Position | undefined {
    const [match, history, position] = MARK.exec(mark) ?? [];
    if (match === undefined) return undefined;
    return Math.min(Number(position), ...this.#beginnings.slice(Number(history)));
  }
}
