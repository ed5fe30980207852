import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A worker process. */
export interface WorkerProcess {
  /** Resolves when the worker is ready for jobs. */
  readonly ready: Promise<void>;
  /** The names of the jobs that it has started. */
  readonly begun: ReadonlySet<string>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Sends it a signal. */
  kill(signal: NodeJS.Signals): void;
}

/** Starts a worker. */
export function startWorker(
  env: Readonly<Record<string, string>>,
  show?: (line: string) => void,
  program = 'worker.ts',
): WorkerProcess {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, file], {
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
  void exited.then(() => ready.reject(new Error('A worker ended before it was ready.')));
  // Not everyone waits for it.
  ready.promise.catch(() => undefined);
  return {
    ready: ready.promise,
    begun,
    ended: exited.then(([code, signal]) => signal ?? code ?? 0),
    kill: (signal) => void child.kill(signal),
  };
}
