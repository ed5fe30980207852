import { randomUUID } from 'node:crypto';
import { onTestFinished, vi } from 'vitest';

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command is started. */
export interface Command {
  /** The program's file, which runs its command when it is imported. */
  readonly program: URL;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a command to its end in this process, which takes milliseconds where a process takes a second. The command must
 * neither read standard input nor go on after it has been imported.
 */
export async function runInProcess({ program, args, env = {} }: Command): Promise<Ended> {
  const output = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((chunk) => {
      output[name] += String(chunk);
      return true;
    }),
  );
  const { argv, exitCode } = process;
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  Object.assign(process, { argv: [process.execPath, program.pathname, ...args], exitCode: undefined });
  try {
    // The query makes it another module, which is run once more; what it imports is not.
    await import(/* @vite-ignore */ `${program.href}?run=${randomUUID()}`);
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    Object.assign(process, { argv, exitCode });
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
