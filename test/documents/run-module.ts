import { format } from 'node:util';
import { vi } from 'vitest';

/** What came of running a module. */
export interface ModuleRun {
  /** What it has printed, by whichever method of the console. */
  readonly printed: string;
  /** What it exports. */
  readonly exports: Readonly<Record<string, unknown>>;
}

/** Runs a module to its end, and keeps what it prints. */
export async function runModule(file: string): Promise<ModuleRun> {
  const { printed, value } = await capture(() => import(/* @vite-ignore */ file));
  return { printed, exports: value as Record<string, unknown> };
}

/** Does something, and keeps what it prints. */
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
