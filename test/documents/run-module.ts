import { format } from 'node:util';
import { vi } from 'vitest';

/** The result of running a module. */
export interface ModuleRun {
  /** The output of all methods of the console. */
  readonly printed: string;
  /** The exports. */
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Runs a module until it ends, and captures its output. */
export async function runModule(file: string): Promise<ModuleRun> {
  const { printed, value } = await capture(() => import(/* @vite-ignore */ file));
  return { printed, exports: value as Record<string, unknown> };
}

/** Runs a function, and captures its output. */
export async function capture<T>(work: () => Promise<T>): Promise<{ printed: string; value: T }> {
  const lines: string[] = [];
  const print = (...values: unknown[]) => void lines.push(`${format(...values)}\n`);
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation(print),
  );
  try {
    const value = await work();
    return { printed: lines.join(''), value };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
