import { existsSync, rmSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { yieldEvery } from '../runtime/time/event-loop.ts';
import type { Sandboxes } from '../service/sandboxes.ts';
import { Backlog } from './backlog.ts';
import { FollowedService } from './followed-service.ts';
import { type KeptService, loadStateFile } from './load.ts';
import { lockFile } from './lock.ts';
import { StateFileError } from './state-file-error.ts';
import { type Cut, LONGEST_SLICE_MS, StateWriter } from './state-writer.ts';

/** How long a change waits at most before it is written, in milliseconds, unless the disk is slower. */
const INTERVAL_MS = 200;

/** A file below this size is not rewritten. */
const SMALLEST_COMPACTION_BYTES = 16 * 1024 * 1024;

/** Real timers: fake ones of a test would stop the file. */
const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;

/** Keeps the services of a server in a file: a snapshot of each, followed by the changes since then. */
export class StateFile {
  readonly #file: string;
  readonly #unlock: () => void;
  readonly #onError: (error: Error) => void;
  readonly #backlog = new Backlog();
  readonly #services = new Map<unknown, FollowedService>();
  #gone: number[] = [];
  #writer: StateWriter | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<void> = Promise.resolve();
  #isClosed = false;
  #isStopping = false;

  private constructor(file: string, unlock: () => void, onError: (error: Error) => void) {
    this.#file = file;
    this.#unlock = unlock;
    this.#onError = onError;
  }

  /**
   * Opens a state file: restores the services it has, and keeps them from now on.
   *
   * @param file - Its path. It is created when it does not exist.
   * @param sandboxes - The services of the server.
   * @param onError - Called when the file cannot be written any more.
   * @throws StateFileError when the file cannot be used. The file is not changed.
   */
  static async open(file: string, sandboxes: Sandboxes, onError: (error: Error) => void): Promise<StateFile> {
    const unlock = await explained(file, () => lockFile(file));
    try {
      const kept = await explained(file, () => loadStateFile(file));
      restore(kept ?? [], sandboxes);
      const stateFile = new StateFile(file, unlock, onError);
      await explained(file, () => stateFile.#begin(sandboxes));
      return stateFile;
    } catch (error) {
      unlock();
      throw error;
    }
  }

  /**
   * Settles when the file is not far behind, so that a crash loses little of what was acknowledged; undefined when it is
   * not. Each call of the server waits for that.
   */
  room(): Promise<void> | undefined {
    return this.#backlog.room();
  }

  /** The server is about to stop. Sandboxes that end from now on are not deleted. */
  keepSandboxes(): void {
    this.#isStopping = true;
  }

  /** Writes the remaining changes, and releases the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#backlog.close();
    stopTimer(this.#timer);
    await this.#working;
    try {
      await this.#writeChanges();
      await this.#writer?.sync();
      await this.#writer?.close();
    } finally {
      for (const followed of this.#services.values()) followed.stop();
      this.#unlock();
    }
  }

  async #begin(sandboxes: Sandboxes): Promise<void> {
    sandboxes.watch({
      begin: (service, id, name) => {
        this.#services.set(service, new FollowedService(service, numberOf(id), name, this.#backlog));
      },
      end: (service) => {
        const followed = this.#services.get(service);
        if (followed === undefined || this.#isStopping) return;
        followed.stop();
        this.#services.delete(service);
        this.#gone.push(followed.number);
      },
    });
    await this.#writeAnew();
    this.#plan();
  }

  #plan(): void {
    if (this.#isClosed) return;
    this.#timer = startTimer(
      () => {
        this.#working = this.#work();
        void this.#working.then(() => this.#plan());
      },
      this.#backlog.isLate ? 0 : INTERVAL_MS,
    );
    this.#timer.unref();
  }

  async #work(): Promise<void> {
    try {
      await this.#writeChanges();
      const { bytes = 0, snapshotBytes = 0 } = this.#writer ?? {};
      if (!this.#isStopping && bytes > Math.max(SMALLEST_COMPACTION_BYTES, 3 * snapshotBytes))
        await this.#writeAnew();
    } catch (error) {
      this.#isClosed = true;
      this.#backlog.close();
      this.#onError(error as Error);
    }
  }

  /** @param isCaptured - Which services are written as a snapshot; the others that need one keep their former state. */
  async #writeChanges(isCaptured = (followed: FollowedService) => followed.needsSnapshot): Promise<void> {
    const cut = this.#cut(isCaptured);
    this.#backlog.begin(cut.snapshots.length > 0);
    if (
      cut.changes.length === 0 &&
      cut.gone.length === 0 &&
      cut.snapshots.length === 0 &&
      !this.#hasMoved(cut)
    ) {
      this.#backlog.end();
      return;
    }
    await this.#writer?.write(cut, Date.now());
    this.#backlog.end();
  }

  #moments = '';

  /**
   * The clock can move without a change: a virtual one that is advanced, or a system one that is advanced beyond the
   * machine's.
   */
  #hasMoved({ points }: Cut): boolean {
    const machine = Date.now();
    const moments = [...this.#services.values()]
      .map(({ number, service }) => {
        const { now = 0 } = points[number] ?? {};
        const offset = service.core.driver.mode === 'virtual' ? now : Math.round((now - machine) / 100);
        return `${number}:${offset}`;
      })
      .join();
    const hasMoved = moments !== this.#moments;
    this.#moments = moments;
    return hasMoved;
  }

  /** The changes until now, read without a pause, so that they are consistent. */
  #cut(isCaptured: (followed: FollowedService) => boolean): Cut {
    const all = [...this.#services.values()];
    const captured = all.filter(isCaptured);
    const snapshots = captured.map((followed) => {
      followed.beginSnapshot();
      return { followed, capture: followed.service.capture() };
    });
    const changes = all.flatMap((followed) => {
      if (followed.needsSnapshot) return [];
      const some = followed.take();
      return some.length === 0 ? [] : [[followed.number, some] as const];
    });
    const gone = this.#gone;
    this.#gone = [];
    // A service that was reset or restored meanwhile keeps its former state in the file until its snapshot is written.
    const settled = all.filter((followed) => !followed.needsSnapshot);
    const points = Object.fromEntries(settled.map((followed) => [followed.number, followed.point()]));
    return { points, changes, gone, snapshots };
  }

  /**
   * Writes a new file with a snapshot of each service, which then replaces the old one. Meanwhile, changes are written
   * to the old file, so that none is late, and their lines are copied.
   */
  async #writeAnew(): Promise<void> {
    const temporary = `${this.#file}.new`;
    const next = await StateWriter.create(temporary);
    try {
      const old = this.#writer;
      await (old === undefined ? this.#writeFirst(next) : this.#replace(old, next));
      await rename(temporary, this.#file);
      await syncFolder(dirname(this.#file));
      this.#writer = next;
      await old?.close();
    } catch (error) {
      await next.close();
      rmSync(temporary, { force: true });
      throw error;
    }
  }

  async #writeFirst(next: StateWriter): Promise<void> {
    await next.write(
      this.#cut(() => true),
      Date.now(),
    );
    await next.sync();
  }

  async #replace(old: StateWriter, next: StateWriter): Promise<void> {
    const machine = Date.now();
    // The changes until now are written to the old file, too, so that later changes follow without a gap.
    const before = this.#cut((followed) => followed.needsSnapshot);
    const cut = this.#cut(() => true);
    this.#backlog.begin(before.snapshots.length > 0);
    await old.write(before, machine);
    this.#backlog.end();
    let copied = old.bytes;
    const progress = { isOver: false };
    const copying = (async () => {
      await next.write(cut, machine, this.#aside());
      copied = await next.copy(old, copied);
      await next.sync();
    })().finally(() => {
      progress.isOver = true;
    });
    const following = (async () => {
      while (!progress.isOver) {
        await Promise.race([copying, pause(this.#backlog.isLate ? 0 : INTERVAL_MS)]);
        await this.#writeChanges(() => false);
      }
    })();
    await Promise.all([copying, following]);
    await next.copy(old, copied);
  }

  /** Lets other work run in between, and lets changes that are late be written first. */
  #aside(): () => Promise<void> {
    const takeTurn = yieldEvery(LONGEST_SLICE_MS);
    return async () => {
      while (this.#backlog.isLate) await pause(1);
      await takeTurn();
    };
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    startTimer(resolve, ms);
  });
}

/** Restores services. The time of system clocks has continued while the server was stopped. */
function restore(kept: readonly KeptService[], sandboxes: Sandboxes): void {
  for (const { number, options, name, content, machine } of kept) {
    const service = number === 0 ? sandboxes.main : sandboxes.recreate(number, options ?? {}, name);
    const stopped = service.core.driver.mode === 'system' ? Math.max(0, Date.now() - machine) : 0;
    service.adopt({ ...content, now: content.now + stopped });
  }
}

/** The number of a sandbox with an identifier such as `sandbox-3`. */
function numberOf(id: string | undefined): number {
  return id === undefined ? 0 : Number(id.slice(id.lastIndexOf('-') + 1));
}

/** A file that was renamed is found after a power failure only when its folder is on the disk, too. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32' || !existsSync(folder)) return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

/** Names the file in errors of the operating system. */
async function explained<Result>(file: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateFileError) throw error;
    throw new StateFileError(`${file} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}
