import { type FileHandle, open } from 'node:fs/promises';
import { textChunks } from '../runtime/snapshot/text-chunks.ts';
import { yieldEvery } from '../runtime/time/event-loop.ts';
import type { FollowedService } from './followed-service.ts';
import { type Change, HEADER, type Point, type StateRecord, writeRecord } from './records.ts';

/** The maximum number of changes in one line: a line is created without a pause. */
const CHANGES_PER_LINE = 250;

/** Other work of the process can run after this time. */
export const LONGEST_SLICE_MS = 5;

/** The changes and positions of the services at one instant. */
export interface Cut {
  readonly points: Readonly<Record<number, Point>>;
  readonly changes: readonly (readonly [number: number, changes: readonly Change[]])[];
  readonly gone: readonly number[];
  /** The services that need a snapshot. They are captured at this instant. */
  readonly snapshots: readonly CapturedService[];
}

/** A snapshot that is not written yet. */
export interface CapturedService {
  readonly followed: FollowedService;
  readonly capture: ReturnType<FollowedService['service']['capture']>;
}

/** Appends to one file. */
export class StateWriter {
  readonly #handle: FileHandle;
  #bytes = 0;
  /** The bytes of the latest snapshot of each service. */
  readonly #snapshotBytes = new Map<number, number>();

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  /** Creates a file that only its owner can read, because it contains keys. */
  static async create(file: string): Promise<StateWriter> {
    const handle = await open(file, 'w+', 0o600);
    // The mode above applies to new files only.
    await handle.chmod(0o600);
    const writer = new StateWriter(handle);
    await writer.#append(Buffer.from(HEADER));
    return writer;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The bytes of the current snapshots: the file is rewritten when the other lines are much larger. */
  get snapshotBytes(): number {
    return [...this.#snapshotBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /**
   * Writes the changes, and a line that marks them as complete. @param takeTurn - Lets other work run between two
   * pieces.
   */
  async write(
    { points, changes, gone, snapshots }: Cut,
    machine: number,
    takeTurn: () => Promise<void> = yieldEvery(LONGEST_SLICE_MS),
  ): Promise<void> {
    for (const [number, all] of changes) {
      for (let start = 0; start < all.length; start += CHANGES_PER_LINE) {
        const some = all.slice(start, start + CHANGES_PER_LINE);
        await this.#record({ changes: some, of: number });
        await takeTurn();
      }
    }
    for (const number of gone) {
      this.#snapshotBytes.delete(number);
      await this.#record({ gone: number });
    }
    for (const captured of snapshots) await this.#snapshot(captured, takeTurn);
    await this.#record({ commit: points, machine });
    await this.#flush();
  }

  /** Appends the lines of another file from an offset to its present end, and returns that end. */
  async copy(other: StateWriter, from: number): Promise<number> {
    const chunk = Buffer.allocUnsafe(COPIED_BYTES);
    const end = other.#bytes;
    for (let position = from; position < end; ) {
      const { bytesRead } = await other.#handle.read(
        chunk,
        0,
        Math.min(chunk.length, end - position),
        position,
      );
      await this.#append(chunk.subarray(0, bytesRead));
      position += bytesRead;
    }
    return end;
  }

  /** Makes the operating system put everything on the disk. */
  async sync(): Promise<void> {
    await this.#flush();
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #snapshot(
    { followed: { number, name, service }, capture }: CapturedService,
    takeTurn: () => Promise<void>,
  ): Promise<void> {
    const before = this.#bytes + this.#bufferedBytes;
    const options = number === 0 ? undefined : service.options;
    await this.#record(options === undefined ? { begin: number } : { begin: number, options, name });
    try {
      for await (const text of textChunks(capture.text(), takeTurn)) await this.#record({ text, of: number });
    } finally {
      capture.release();
    }
    await this.#record({ end: number });
    this.#snapshotBytes.set(number, this.#bytes + this.#bufferedBytes - before);
  }

  #buffered: Buffer[] = [];
  #bufferedBytes = 0;

  async #record(record: StateRecord): Promise<void> {
    const line = writeRecord(record);
    this.#buffered.push(line);
    this.#bufferedBytes += line.length;
    if (this.#bufferedBytes >= BUFFER_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const lines = this.#buffered;
    this.#buffered = [];
    this.#bufferedBytes = 0;
    if (lines.length > 0)
      await this.#append(lines.length === 1 ? (lines[0] as Buffer) : Buffer.concat(lines));
  }

  async #append(bytes: Buffer): Promise<void> {
    for (let start = 0; start < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, start);
      start += bytesWritten;
    }
    this.#bytes += bytes.length;
  }
}

const BUFFER_BYTES = 256 * 1024;
const COPIED_BYTES = 1024 * 1024;
