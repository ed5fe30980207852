import { existsSync, readFileSync, realpathSync, renameSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UsageError } from '@messaging-service/command-line';
import type { Sandboxes, Service } from '@messaging-service/emulator/host';
import { LAST_INSTANT, machineNow } from '@messaging-service/emulator/host';
import { readDocument, type StoredService, writeDocument } from './document.ts';
import { FileLock } from './lock.ts';
import type { RestorableService } from './read-services.ts';

/** How often the file looks for changes: a change is written within a second. */
const INTERVAL_MS = 250;

/** A large state would otherwise be written all the time: a write takes at most a tenth of it. */
const WAITS_PER_WRITE = 10;

/** A file of this size takes tens of milliseconds. A smaller one is never late, also on a slow disk. */
const LARGE_BYTES = 4 * 1_048_576;

/** Real timers: fake ones of a test would stop the file. */
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

/** Keeps the services of a server in a file, which is replaced by a complete one after changes. See EMU-23. */
export class StateFile {
  readonly #file: string;
  readonly #lock: FileLock;
  readonly #sandboxes: Sandboxes;
  /** The version of the services in the file. */
  #written = '';
  #problem: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** The size of the latest file, also if it could not be written. */
  #bytes = 0;
  /** Until when the next write waits, on the machine's monotonic clock. */
  #waitsUntil = 0;
  #isClosed = false;

  private constructor(file: string, lock: FileLock, sandboxes: Sandboxes) {
    this.#file = file;
    this.#lock = lock;
    this.#sandboxes = sandboxes;
  }

  /**
   * Opens a state file: restores the services it has, and keeps them from now on.
   *
   * @param path - Its path. It is created when it does not exist.
   * @param sandboxes - The services of the server.
   * @throws {UsageError} when the file cannot be used. The file is not changed.
   */
  static async open(path: string, sandboxes: Sandboxes): Promise<StateFile> {
    let lock: FileLock | undefined;
    try {
      const file = targetOf(path);
      requireRegular(path, file);
      lock = new FileLock(file);
      if (existsSync(file)) restore(path, readDocument(path, readFileSync(file)), sandboxes);
      const stateFile = new StateFile(file, lock, sandboxes);
      await stateFile.#write();
      stateFile.#plan();
      return stateFile;
    } catch (error) {
      lock?.release();
      if (error instanceof UsageError) throw error;
      throw new UsageError(`--state ${path} cannot be used: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Why the file cannot be written at the moment; undefined while it can. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /**
   * Writes the remaining changes, and releases the file. Sandboxes that end afterwards stay in it.
   *
   * @throws when they cannot be written.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    stopTimer(this.#timer);
    await this.#writing;
    try {
      if (this.#version() !== this.#written) await this.#write();
    } finally {
      this.#lock.release();
    }
  }

  #plan(): void {
    if (this.#isClosed) return;
    this.#timer = startTimer(() => {
      this.#writing = this.#look();
      void this.#writing.then(() => this.#plan());
    }, INTERVAL_MS);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    if (machineNow() < this.#waitsUntil) return;
    if (this.#version() === this.#written && this.#problem === undefined) return;
    const startedAt = machineNow();
    try {
      await this.#write();
      this.#problem = undefined;
    } catch (error) {
      this.#problem = `the state file ${this.#file} cannot be written: ${(error as Error).message}`;
    }
    const tookMs = machineNow() - startedAt;
    if (this.#bytes > LARGE_BYTES) this.#waitsUntil = machineNow() + WAITS_PER_WRITE * tookMs - INTERVAL_MS;
  }

  /** Differs after each change of anything that the file contains. */
  #version(): string {
    const { main, latestNumber } = this.#sandboxes;
    const changes = this.#sandboxes.list().map(({ number, service }) => `${number}:${service.core.changes}`);
    return [latestNumber, main.core.changes, ...changes].join(' ');
  }

  /** Writes a complete file beside the present one, and replaces that. */
  async #write(): Promise<void> {
    const temporary = `${this.#file}.new`;
    const version = this.#version();
    const lines = writeDocument(this.#stored());
    this.#bytes = lines.reduce((bytes, { length }) => bytes + length, 0);
    try {
      await writeSynced(temporary, lines);
      await this.#replace(temporary);
    } catch (error) {
      // Its part that fitted on a full disk must not stay there.
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
    this.#written = version;
  }

  #stored(): StoredService[] {
    const { main, latestNumber } = this.#sandboxes;
    const present = (service: Service) => ({ machine: Date.now(), snapshot: service.capture() });
    const sandboxes = this.#sandboxes
      .list()
      .map(({ number, name, service }) => ({ number, name, options: service.options, ...present(service) }));
    return [{ number: 0, latestSandbox: latestNumber, ...present(main) }, ...sandboxes];
  }

  async #replace(temporary: string): Promise<void> {
    const before = statSync(this.#file, { throwIfNoEntry: false });
    const after = statSync(temporary);
    this.#lock.add(after);
    try {
      // In one step with the release below: the place of the replaced file may immediately become that of another server's.
      renameSync(temporary, this.#file);
    } catch (error) {
      this.#lock.remove(after);
      // Such as a file that is mounted into a container.
      if ((error as NodeJS.ErrnoException).code === 'EBUSY')
        throw new Error('it is mounted as a single file, which cannot be replaced; mount its folder', {
          cause: error,
        });
      throw error;
    }
    // A file with another name continues to exist under that name.
    if (before !== undefined && before.nlink === 1) this.#lock.remove(before);
    await syncFolder(dirname(this.#file));
  }
}

/** The file itself, if its path leads through links. A file that does not exist yet is in a folder that does. */
function targetOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
}

/**
 * Refuses a pipe and a device before they are read: a pipe without a writer would block the process, which could then not
 * even be stopped with a signal, and some devices never end.
 *
 * @throws {UsageError}
 */
function requireRegular(path: string, file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return;
  const kind = stats.isFIFO() ? 'a pipe' : 'a device or a socket';
  throw new UsageError(
    `--state ${path} is ${kind}, and not a file. Use the path of a file, which is created if it does not exist.`,
  );
}

/** Restores services. The time of system clocks has continued while the server was stopped. */
function restore(path: string, services: readonly RestorableService[], sandboxes: Sandboxes): void {
  for (const { number, options, name, machine, snapshot } of services) {
    try {
      const service = number === 0 ? sandboxes.main : sandboxes.create(options ?? {}, name, number).service;
      const stopped = service.core.driver.mode === 'system' ? Math.max(0, Date.now() - machine) : 0;
      service.adopt({ ...snapshot, now: Math.min(snapshot.now + stopped, LAST_INSTANT) });
    } catch (error) {
      throw new UsageError(`--state ${path} cannot be restored: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  // The latest sandboxes may have been deleted. Files of earlier versions do not contain the number.
  const [{ latestSandbox = 0 } = {}] = services;
  sandboxes.latestNumber = Math.max(sandboxes.latestNumber, latestSandbox);
}

/** Only the owner can read the file, because it contains keys. */
async function writeSynced(file: string, lines: readonly Buffer[]): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    // The mode above applies to new files only.
    await handle.chmod(0o600);
    for (const line of lines) await writeAll(handle, line);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let start = 0; start < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, start);
    start += bytesWritten;
  }
}

/** A file that was renamed is found after a power failure only when its folder is on the disk, too. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
