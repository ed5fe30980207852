import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { StateFileError } from './state-file-error.ts';

/**
 * Locks a state file for this process. A lock of a process that has ended is taken over.
 *
 * @returns Removes the lock.
 * @throws StateFileError when another process has the file.
 */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  const own = `${lock}.${process.pid}`;
  const content = `${process.pid} ${startOf(process.pid) ?? 'unknown'}\n`;
  writeFileSync(own, content, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (tryLink(own, lock)) return () => release(lock, content);
      takeAway(lock, `${own}.stale`, file);
    }
  } finally {
    rmSync(own, { force: true });
  }
  throw new StateFileError(
    `${file} is being locked by another process. Try again, or use another file with --state.`,
  );
}

/** A link is made completely or not at all, also when two processes try at the same time. */
function tryLink(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function takeAway(lock: string, aside: string, file: string): void {
  const holder = readHolder(lock);
  if (holder === undefined) return;
  const [pid = '', startedAt = ''] = holder.trim().split(' ');
  if (Number(pid) !== process.pid && startOf(Number(pid)) === startedAt)
    throw new StateFileError(
      `${file} is in use by process ${pid}. Stop that process, or use another file with --state.`,
    );
  renameSync(lock, aside);
  // Another process may have taken the lock over in between: it gets its lock back.
  if (readHolder(aside) !== holder) tryLink(aside, lock);
  rmSync(aside, { force: true });
}

function readHolder(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    return undefined;
  }
}

function release(lock: string, content: string): void {
  if (readHolder(lock) === content) rmSync(lock, { force: true });
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
