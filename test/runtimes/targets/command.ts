import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Task } from '../runners/run-all.ts';
import type { SecureStage } from '../suite/addresses.ts';

const folder = fileURLToPath(new URL('../', import.meta.url));

/** The suite and builds take seconds; the timeout allows for busy machines. */
const LIMIT_MS = 240_000;

/** Runs a task in a separate process, which gets it as its last argument. */
export function command(program: string, ...args: readonly string[]): (task: Task) => Promise<string[]> {
  return (task) =>
    inTemporaryFolder(async (home) => {
      const env = { ...bareEnvironment(home), ...trust(home, task.stage.secure) };
      const { stdout } = await runProcess(program, [...args, JSON.stringify(task)], env);
      return stdout.trimEnd().split('\n');
    });
}

/** Creates a folder and removes it after the work. */
export async function inTemporaryFolder<T>(work: (path: string) => Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), 'runtimes-'));
  try {
    return await work(path);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/** The environment of a child: only the path, and a temporary home folder. */
export function bareEnvironment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: home, DENO_DIR: home, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' };
}

/** The variables that make a runtime trust the stage's authority. */
export function trust(home: string, secure: SecureStage | undefined): NodeJS.ProcessEnv {
  if (secure === undefined) return {};
  const path = join(home, 'authority.pem');
  writeFileSync(path, secure.authority);
  return { NODE_EXTRA_CA_CERTS: path, DENO_CERT: path };
}

/** Runs a program until it ends, and returns its output. */
export async function runProcess(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd = folder,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const limits = { timeout: LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: 100_000_000 } as const;
  try {
    return await promisify(execFile)(program, args, { cwd, env, ...limits });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${program} failed:\n${stderr}${stdout}`, { cause: error });
  }
}
