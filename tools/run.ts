import { availableParallelism } from 'node:os';
import { x } from 'tinyexec';
import { root } from './source-paths.ts';

/** How a command ended. */
export interface Outcome {
  readonly ok: boolean;
  /** Standard output, and then standard error. */
  readonly output: string;
  readonly seconds: number;
}

/** Runs a program until it ends. A program that cannot be started has failed. */
export async function run(command: readonly [string, ...string[]], cwd = root): Promise<Outcome> {
  const [program, ...args] = command;
  const startedAt = performance.now();
  const { exitCode, stdout, stderr } = await x(program, args, { nodeOptions: { cwd } }).then(
    (output) => output,
    (error: unknown) => ({ exitCode: undefined, stdout: '', stderr: String(error) }),
  );
  return { ok: exitCode === 0, output: stdout + stderr, seconds: (performance.now() - startedAt) / 1000 };
}

/** Processes the items, as many concurrently as the machine has cores. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
}
