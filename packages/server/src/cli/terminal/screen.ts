import { type Paint, type Part, visibleParts } from './paint.ts';
import { cutParts } from './width.ts';

/** A line of the screen. */
export interface Line {
  /** Replaces it: in its place while it can be seen, otherwise as a new line. */
  change(content: Content): void;
  /** Whether it can be changed in its place. */
  isShown(): boolean;
  /** Whether no line was added after it, and it can be changed in its place. */
  isLast(): boolean;
}

/** Returns what a line shows in a number of columns. */
export type Content = (columns: number) => readonly Part[];

interface Row {
  content: Content;
  /** Whether the terminal shows something else than the content. */
  isStale: boolean;
}

const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;
const CLEAR_ROW = '\u001b[2K';
const up = (rows: number) => `\u001b[${rows}A`;
const down = (rows: number) => `\u001b[${rows}B`;

/**
 * The lines of a log on a terminal. A line that changes is written again in its place, as long as it can be seen. Changes are
 * written together, once for each turn of the event loop.
 */
export class Screen {
  readonly #stream: NodeJS.WriteStream;
  readonly #paint: Paint;
  /** The rows above the cursor that this class has written, oldest first. Nothing else stands between them. */
  #rows: Row[] = [];
  #added: Row[] = [];
  #isPlanned = false;
  #isWriting = false;
  /** Whether the cursor is behind the text of others, which did not end its line. */
  #isMidLine = false;
  /** Whether lines can be changed in their place, because nothing else writes to the terminal. */
  isOwn = false;

  /**
   * @param stream - The terminal.
   * @param others - Streams that can lead to the same terminal. What others write to them is noticed.
   */
  constructor(stream: NodeJS.WriteStream, paint: Paint, others: readonly NodeJS.WriteStream[]) {
    this.#stream = stream;
    this.#paint = paint;
    for (const other of new Set([stream, ...others])) if (other.isTTY) this.#notice(other);
    // A terminal of another width has broken the lines in another way.
    stream.on('resize', () => this.forget());
  }

  /** The columns of a line. The last one of the terminal stays free, because some break a line that fills it. */
  get columns(): number {
    // Some terminals do not know their size, and say 0.
    return (this.#stream.columns || DEFAULT_COLUMNS) - 1;
  }

  /** Adds a line. */
  print(content: Content): Line {
    let row = this.#add(content);
    const isShown = () => this.#rows.includes(row) || this.#added.includes(row);
    return {
      isShown,
      change: (changed) => {
        if (!isShown()) row = this.#add(changed);
        row.content = changed;
        row.isStale = true;
        this.#plan();
      },
      isLast: () => (this.#added.at(-1) ?? this.#rows.at(-1)) === row,
    };
  }

  /** Writes lines that never change. One that is longer than the columns goes on in the next row, so that it can be copied. */
  printWhole(lines: readonly (readonly Part[])[]): void {
    this.forget();
    this.#write(lines.map((parts) => `${this.#paint(visibleParts(parts))}\n`).join(''));
  }

  /** Leaves the lines as they are: those that change are written as new lines. */
  forget(): void {
    this.flush();
    this.#rows = [];
  }

  /** Writes what has changed. */
  flush(): void {
    this.#isPlanned = false;
    const rows = this.#stream.rows || DEFAULT_ROWS;
    const { columns } = this;
    const draw = (row: Row) => {
      row.isStale = false;
      return this.#paint(cutParts(visibleParts(row.content(columns)), columns));
    };
    let output = '';
    for (const [index, row] of this.#rows.entries()) {
      if (!row.isStale) continue;
      const distance = this.#rows.length - index;
      output += `${up(distance)}\r${CLEAR_ROW}${draw(row)}${down(distance)}\r`;
    }
    if (this.#isMidLine && this.#added.length > 0) output += '\n';
    for (const row of this.#added) output += `${draw(row)}\n`;
    const seen = [...this.#rows, ...this.#added];
    this.#rows = this.isOwn ? seen.slice(Math.max(0, seen.length - (rows - 1))) : [];
    this.#added = [];
    if (output !== '') this.#write(output);
  }

  #write(output: string): void {
    this.#isMidLine = false;
    this.#isWriting = true;
    // Bytes, because the command makes control characters in all other output visible.
    this.#stream.write(Buffer.from(output));
    this.#isWriting = false;
  }

  #add(content: Content): Row {
    const row = { content, isStale: true };
    this.#added.push(row);
    this.#plan();
    return row;
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => {
      if (this.#isPlanned) this.flush();
    });
  }

  /** After a text of others, the distance to earlier lines is unknown. */
  #notice(stream: NodeJS.WriteStream): void {
    const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
    stream.write = (chunk: unknown, ...rest: unknown[]) => {
      if (!this.#isWriting) {
        this.forget();
        this.#isMidLine = !String(chunk).endsWith('\n');
      }
      return write(chunk, ...rest);
    };
  }
}
