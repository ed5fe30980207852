import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The file of the command. */
export const PROGRAM = new URL('../src/cli/main.ts', import.meta.url);

/** The words that start the command from its sources. */
export const COMMAND: readonly [string, ...string[]] = [
  process.execPath,
  '--import',
  `${ROOT}tools/source-resolution.ts`,
  fileURLToPath(PROGRAM),
];

/** The line that the command prints with `--json` when it is ready. */
export interface Ready {
  readonly url: string;
  readonly inspectorUrl: string;
  readonly organization: { readonly identifier: string; readonly apiKey: string };
  readonly account: { readonly identifier: string; readonly apiKey: string };
  readonly sharedSenders: readonly string[];
}

/** A running command. */
export interface Command {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Its first output. */
  output(): Promise<string>;
  /**
   * The line of `--json`.
   *
   * @throws Error with the exit code and the error output when the command ends instead.
   */
  ready(): Promise<Ready>;
  /** Its end: the exit code or the signal, and everything that it has written. */
  readonly ended: Promise<{ code: number | string | null; stdout: string; stderr: string }>;
}

/** Starts the command from its sources, until the test ends. */
export function startCommand(
  args: readonly string[],
  { env = {}, cwd = ROOT }: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string } = {},
): Command {
  const [node, ...sources] = COMMAND;
  const child = spawn(node, [...sources, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      written[name] += chunk.toString();
    });
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: (code ?? signal) as number | string | null,
    ...written,
  }));
  const output = async () => {
    const early = ended.then(({ code, stderr }) => {
      throw new Error(`The command ended with ${code}: ${stderr}`);
    });
    early.catch(() => undefined);
    if (written.stdout === '') await Promise.race([once(child.stdout, 'data'), early]);
    return written.stdout;
  };
  return { child, output, ready: async () => JSON.parse(await output()) as Ready, ended };
}
