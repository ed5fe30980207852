import { linkSync, readFileSync, renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '@messaging-service/command-line';

/**
 * The locks of a state file: one beside it, for its name, and one for its place on the disk, because a file can have
 * several names.
 */
export class FileLock {
  readonly #file: string;
  readonly #releaseName: () => void;
  /** By the identity of the file. */
  readonly #places = new Map<string, () => void>();

  /** @throws {UsageError} when another process has the file. */
  constructor(file: string) {
    this.#file = file;
    this.#releaseName = lock(`${file}.lock`, file);
    try {
      const stats = statSync(file, { throwIfNoEntry: false });
      if (stats !== undefined) this.add(stats);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  /** Locks a file that is about to replace the present one. */
  add(stats: FileIdentity): void {
    const identity = identityOf(stats);
    if (!this.#places.has(identity)) this.#places.set(identity, lock(lockOf(identity), this.#file));
  }

  /** Releases a file that was replaced. */
  remove(stats: FileIdentity): void {
    const identity = identityOf(stats);
    this.#places.get(identity)?.();
    this.#places.delete(identity);
  }

  /** Releases everything. */
  release(): void {
    this.#releaseName();
    for (const release of this.#places.values()) release();
  }
}

/** The identity of a file, whatever its names are. */
type FileIdentity = Pick<Stats, 'dev' | 'ino'>;

function identityOf({ dev, ino }: FileIdentity): string {
  return `${dev}-${ino}`;
}

function lockOf(identity: string): string {
  return join(tmpdir(), `messaging-emulator-state-${identity}.lock`);
}

/**
 * Creates a lock of this process. A lock of a process that has ended is taken over.
 *
 * @returns Removes the lock.
 * @throws {UsageError} when another process has the lock.
 */
function lock(path: string, file: string): () => void {
  const own = `${path}.${process.pid}`;
  const content = `${process.pid} ${startOf(process.pid) ?? 'unknown'}\n`;
  writeFileSync(own, content, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      if (tryLink(own, path)) return () => release(path, content);
      takeAway(path, `${own}.stale`, file);
    }
  } finally {
    rmSync(own, { force: true });
  }
  throw new UsageError(
    `--state ${file} is being locked by another process. Try again, or use another file with --state.`,
  );
}

/** Each try takes the lock of an ended process away. Others can take it first. */
const MOST_TRIES = 3;

/** A link is made completely or not at all, also when two processes try at the same time. */
function tryLink(own: string, path: string): boolean {
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function takeAway(path: string, aside: string, file: string): void {
  const holder = readHolder(path);
  if (holder === undefined) return;
  const [pid = '', startedAt = ''] = holder.trim().split(' ');
  if (startOf(Number(pid)) === startedAt)
    throw new UsageError(
      `--state ${file} is in use by process ${pid}. Stop that process, or use another file with --state.`,
    );
  renameSync(path, aside);
  // Another process may have taken the lock over in between: it gets its lock back.
  if (readHolder(aside) !== holder) tryLink(aside, path);
  rmSync(aside, { force: true });
}

function readHolder(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function release(path: string, content: string): void {
  if (readHolder(path) === content) rmSync(path, { force: true });
}

/** When a process started, which distinguishes it from a later process with its number; undefined when there is none. */
function startOf(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return afterName.startsWith('Z') ? undefined : afterName.split(' ')[19];
  } catch {
    return process.platform === 'linux' ? undefined : aliveOrNot(pid);
  }
}

function aliveOrNot(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    return 'unknown';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'unknown' : undefined;
  }
}
