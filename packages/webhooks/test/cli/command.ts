import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@messaging-service/test-support';
import { onTestFinished } from 'vitest';
import { type Ended, runInProcess } from '../../../../test/in-process.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const COMMAND = ['--import', './tools/source-resolution.ts', 'packages/webhooks/src/cli/main.ts'];

/** Starts the command from sources. */
export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, [...COMMAND, ...args], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

const PROGRAM = new URL('../../src/cli/main.ts', import.meta.url);

/** Runs the command to its end in this process. */
export function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return runInProcess({ program: PROGRAM, args, env });
}

/** Runs the command to its end in a process of its own, with something on its standard input. */
export function runWithInput(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string,
): Promise<Ended> {
  const child = start(args, env);
  child.stdin?.end(input);
  return endOf(child);
}

/** Waits for the end of a command that has been started, and gathers what it prints until then. */
export async function endOf(child: ChildProcess): Promise<Ended> {
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (chunk: Buffer) => {
      output[name] += chunk.toString();
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

/** The lines of a command that continues. */
export function linesOf(child: ChildProcess): AsyncIterator<string> {
  return createInterface(child.stdout as Readable)[Symbol.asyncIterator]();
}

/** A file with some content, in a temporary folder. */
export function fileWith(content: string | Uint8Array): string {
  const file = join(temporaryFolder('webhooks'), 'file');
  writeFileSync(file, content);
  return file;
}
