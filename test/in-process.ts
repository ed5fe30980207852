import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The parameters of a command. */
export interface Command {
  /** The file of the program, which runs the command when it is imported. */
  readonly program: URL;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a command in this process, which takes milliseconds instead of a second. The command must not read standard input,
 * and must end with its import.
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
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  Object.assign(process, { argv: [process.execPath, program.pathname, ...args], exitCode: undefined });
  try {
    // The query makes it a new module, so it runs again. The modules that it imports do not.
    await import(/* @vite-ignore */ `${program.href}?run=${randomUUID()}`);
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    Object.assign(process, { argv, exitCode });
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
