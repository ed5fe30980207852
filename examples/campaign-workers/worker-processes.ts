import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A worker in a process of its own. */
export interface WorkerProcess {
  /** Settles once it takes jobs. */
  readonly ready: Promise<void>;
  /** The names of the jobs it has begun. */
  readonly begun: ReadonlySet<string>;
  /** How it ended: its exit code, or the signal. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Sends it a signal, at once. */
  kill(signal: NodeJS.Signals): void;
}

/** Starts a worker. */
export function startWorker(
  env: Readonly<Record<string, string>>,
  show?: (line: string) => void,
): WorkerProcess {
  const args = ['--import', './tools/source-resolution.ts', 'examples/campaign-workers/worker.ts'];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const begun = new Set<string>();
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, job] = /^(\S+) begun$/.exec(line) ?? [];
    if (job !== undefined) begun.add(job);
    if (line === 'ready') ready.resolve();
    show?.(line);
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  void exited.then(() => ready.reject(new Error('a worker ended before it was ready')));
  return {
    ready: ready.promise,
    begun,
    ended: exited.then(([code, signal]) => signal ?? code ?? 0),
    kill: (signal) => void child.kill(signal),
  };
}
