import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Outcome } from '../../tools/run.ts';
import { root } from '../../tools/source-paths.ts';

/**
 * The first steps of a new user: an empty folder, the tarballs, and the instructions of the README. No optional peer is
 * installed, and only Node of this repository is on the path.
 */
export class NewUser {
  readonly folder: string;
  readonly #running = new Set<ChildProcess>();

  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder);
  }

  /** Runs a command in the folder until it ends. */
  async run(
    command: readonly [string, ...string[]],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Outcome & { readonly printed: string }> {
    const startedAt = performance.now();
    const child = this.#start(command, env);
    let printed = '';
    let errors = '';
    child.stdout?.on('data', (chunk) => (printed += chunk));
    child.stderr?.on('data', (chunk) => (errors += chunk));
    const code = await ended(child);
    const seconds = (performance.now() - startedAt) / 1000;
    return { ok: code === 0, printed, output: printed + errors, seconds };
  }

  /** Starts a long-running command, and returns the first line that it prints, which is JSON. */
  async serve<Line>(command: readonly [string, ...string[]]): Promise<Service<Line>> {
    const child = this.#start(command, {});
    const lines: string[] = [];
    let errors = '';
    child.stderr?.on('data', (chunk) => (errors += chunk));
    await new Promise<void>((resolve, reject) => {
      if (child.stdout === null) throw new Error('The command has no standard output.');
      createInterface(child.stdout).on('line', (line) => {
        lines.push(line);
        resolve();
      });
      child.on('close', () => reject(new Error(`${command.join(' ')} ended: ${errors}`)));
    });
    return {
      ready: JSON.parse(lines[0] ?? '') as Line,
      lines,
      stop: async () => {
        this.#signal(child);
        await ended(child);
        // Ignore warnings of npm about its own settings.
        return errors.replace(/^npm .*\n/gm, '');
      },
    };
  }

  /** Stops the commands that still run. */
  close(): void {
    for (const child of this.#running) this.#signal(child);
  }

  #start(
    [program, ...args]: readonly [string, ...string[]],
    env: Readonly<Record<string, string>>,
  ): ChildProcess {
    const child = spawn(program, args, {
      cwd: this.folder,
      env: { ...userEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, because npx is the parent of the command.
      detached: true,
    });
    this.#running.add(child);
    child.on('close', () => this.#running.delete(child));
    return child;
  }

  #signal({ pid }: ChildProcess): void {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGTERM');
    } catch {
      // It has already ended.
    }
  }
}

/** A long-running command. */
export interface Service<Line> {
  /** The line that it printed when it was ready. */
  readonly ready: Line;
  /** All lines that it has printed. */
  readonly lines: readonly string[];
  /** Stops it, waits for its end, and returns its standard error. */
  stop(): Promise<string>;
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', resolve);
  });
}

/**
 * The environment without the variables and commands that npm and Vitest set for scripts of this repository.
 *
 * @param bin - The folder of `node`.
 */
export function userEnvironment(bin = dirname(process.execPath)): Record<string, string | undefined> {
  const { PATH = '', ...rest } = process.env;
  const foreign = PATH.split(':').filter(
    (folder) => !folder.startsWith(root) && !folder.includes('node_modules'),
  );
  const kept = Object.entries(rest).filter(
    ([name]) =>
      !/^(npm_(?!config_(registry|cache|userconfig))|INIT_CWD|NODE_(OPTIONS|ENV|COMPILE_CACHE)|VITEST|MESSAGING_)/i.test(
        name,
      ),
  );
  return { ...Object.fromEntries(kept), PATH: [bin, ...foreign].join(':') };
}
