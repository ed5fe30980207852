import { type FileHandle, open } from 'node:fs/promises';
import { textChunks } from '../runtime/snapshot/text-chunks.ts';
import { yieldEvery } from '../runtime/time/event-loop.ts';
import type { FollowedService } from './followed-service.ts';
import { type Change, HEADER, type Point, type StateRecord, writeRecord } from './records.ts';

/** Changes in one line: a line is made without a pause. */
const CHANGES_PER_LINE = 250;

/** Other work of the process gets its turn after this long. */
const LONGEST_SLICE_MS = 5;

/** The changes and positions of the services at one instant. */
export interface Cut {
  readonly points: Readonly<Record<number, Point>>;
  readonly changes: readonly (readonly [number: number, changes: readonly Change[]])[];
  readonly gone: readonly number[];
  /** The services that need a snapshot. They are captured at this instant. */
  readonly snapshots: readonly CapturedService[];
}

/** A snapshot that is still to be written. */
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

  /** Creates a file that only its owner can read, because it holds keys. */
  static async create(file: string): Promise<StateWriter> {
    const handle = await open(file, 'w', 0o600);
    // The mode above applies to new files only.
    await handle.chmod(0o600);
    const writer = new StateWriter(handle);
    await writer.#append(HEADER);
    return writer;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The bytes of the snapshots that count: the file is written anew once there is much more of the rest. */
  get snapshotBytes(): number {
    return [...this.#snapshotBytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** Writes what has changed, and that it counts. */
  async write({ points, changes, gone, snapshots }: Cut, machine: number): Promise<void> {
    const takeTurn = yieldEvery(LONGEST_SLICE_MS);
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
    for (const captured of snapshots) await this.#snapshot(captured);
    await this.#record({ commit: points, machine });
    await this.#flush();
  }

  /** Makes the operating system put everything on the disk. */
  async sync(): Promise<void> {
    await this.#flush();
    await this.#handle.datasync();
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  async #snapshot({ followed: { number, name, service }, capture }: CapturedService): Promise<void> {
    const before = this.#bytes + this.#buffered.length;
    const options = number === 0 ? undefined : service.options;
    await this.#record(options === undefined ? { begin: number } : { begin: number, options, name });
    try {
      for await (const text of textChunks(capture.text(), yieldEvery(LONGEST_SLICE_MS)))
        await this.#record({ text, of: number });
    } finally {
      capture.release();
    }
    await this.#record({ end: number });
    this.#snapshotBytes.set(number, this.#bytes + this.#buffered.length - before);
  }

  #buffered = '';

  async #record(record: StateRecord): Promise<void> {
    this.#buffered += writeRecord(record);
    if (this.#buffered.length >= BUFFER_CHARACTERS) await this.#flush();
  }

  async #flush(): Promise<void> {
    const text = this.#buffered;
    this.#buffered = '';
    if (text !== '') await this.#append(text);
  }

  async #append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.#bytes += bytes.length;
    for (let start = 0; start < bytes.length; ) {
      const { bytesWritten } = await this.#handle.write(bytes, start);
      start += bytesWritten;
    }
  }
}

const BUFFER_CHARACTERS = 256 * 1024;
