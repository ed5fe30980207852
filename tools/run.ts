import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root } from './source-paths.ts';

/** How a command ended. */
export interface Outcome {
  readonly ok: boolean;
  /** Standard output and error, in the order written. */
  readonly output: string;
  readonly seconds: number;
}

/** Runs a program and waits for its end. A program that cannot be started counts as one that failed. */
export function run(command: readonly [string, ...string[]], cwd = root): Promise<Outcome> {
  const [program, ...args] = command;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    // Through a shell on Windows only, where the programs of node_modules/.bin are .cmd files.
    const child = spawn(program, args, {
      cwd,
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const end = (ok: boolean) => resolve({ ok, output, seconds: (performance.now() - startedAt) / 1000 });
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => {
      output += error.message;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/** Works through the items, as many at once as the machine has cores. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
