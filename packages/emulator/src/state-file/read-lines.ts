import { openSync, readSync } from 'node:fs';

/** A line of a file without its end, and where it begins. */
export interface Line {
  readonly offset: number;
  readonly bytes: Buffer;
  /** Whether the line is complete. */
  readonly isComplete: boolean;
}

const CHUNK_BYTES = 1024 * 1024;

/** Reads the lines of an open file from an offset, with little memory. */
export function* readLines(handle: number, from: number): Generator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = from;
  for (let position = from; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const count = readSync(handle, chunk, 0, CHUNK_BYTES, position);
    if (count === 0) break;
    position += count;
    let bytes =
      rest.length === 0 ? chunk.subarray(0, count) : Buffer.concat([rest, chunk.subarray(0, count)]);
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10)) {
      yield { offset, bytes: bytes.subarray(0, end), isComplete: true };
      offset += end + 1;
      bytes = bytes.subarray(end + 1);
    }
    rest = bytes;
  }
  if (rest.length > 0) yield { offset, bytes: rest, isComplete: false };
}

/** Opens a file for reading; undefined when it does not exist. */
export function openExisting(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
