import type { Outcome } from './run.ts';

/** Counts checks and prints a line for each, with the output of those that failed. */
export class Report {
  #passed = 0;
  #failed = 0;

  add(name: string, { ok, output, seconds }: Outcome): void {
    if (ok) this.#passed += 1;
    else this.#failed += 1;
    process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`);
    if (!ok) process.stdout.write(`${output.trimEnd().replace(/^/gm, '    ')}\n`);
  }

  /** Prints the totals and sets the exit code. */
  end(): void {
    process.stdout.write(`${this.#passed} passed, ${this.#failed} failed\n`);
    if (this.#failed > 0 || this.#passed === 0) process.exitCode = 1;
  }
}

/** Prints the problems and sets the exit code. */
export function conclude(problems: readonly string[], examined: string): void {
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.stdout.write(`${examined}, ${problems.length} problems\n`);
  if (problems.length > 0) process.exitCode = 1;
}
