import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';

/** Lines of a window: long enough for most functions. A mutant that does not fit into one window is never part of a sample. */
const WINDOW = 15;

/** A window of lines, as the option `--mutate` takes it. */
type Window = `${string}:${number}-${number}`;

/** Chooses a share of all windows of the files that the patterns match. The same seed chooses the same windows. */
export function chooseWindows(patterns: readonly string[], percent: number, seed: number): Window[] {
  const windows = globSync([...patterns])
    .sort()
    .flatMap(windowsOf);
  const order = (window: Window) => createHash('sha256').update(`${seed} ${window}`).digest('hex');
  return windows
    .map((window) => [order(window), window] as const)
    .sort(([a], [b]) => a.localeCompare(b))
    .slice(0, Math.ceil((windows.length * percent) / 100))
    .map(([, window]) => window);
}

function windowsOf(file: string): Window[] {
  const lines = readFileSync(file, 'utf8').split('\n').length;
  const starts = Array.from({ length: Math.ceil(lines / WINDOW) }, (_, index) => index * WINDOW + 1);
  return starts.map((start): Window => `${file}:${start}-${start + WINDOW - 1}`);
}

/** The part of a report of Stryker that is read. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly location: { readonly start: { readonly line: number } };
}

const DETECTED = new Set(['Killed', 'Timeout']);
const UNDETECTED = new Set(['Survived', 'NoCoverage']);

/** Describes the score of a sample with its 95 % interval, which accounts for mutants of one window being alike. */
export function describeSample({ files }: Report): string {
  const windows = new Map<string, { detected: number; total: number }>();
  for (const [file, { mutants }] of Object.entries(files)) {
    for (const { status, location } of mutants) {
      if (!DETECTED.has(status) && !UNDETECTED.has(status)) continue;
      const key = `${file}:${Math.ceil(location.start.line / WINDOW)}`;
      const window = windows.get(key) ?? { detected: 0, total: 0 };
      window.total += 1;
      if (DETECTED.has(status)) window.detected += 1;
      windows.set(key, window);
    }
  }
  const all = [...windows.values()];
  const total = sum(all.map((window) => window.total));
  const score = sum(all.map((window) => window.detected)) / total;
  const squares = all.map((window) => (window.detected - score * window.total) ** 2);
  const error = (1.96 * Math.sqrt((sum(squares) * all.length) / (all.length - 1))) / total;
  const percent = (value: number) => (100 * value).toFixed(1);
  return `Sample of ${total} mutants in ${all.length} windows: ${percent(score)} % ± ${percent(error)} (95 %)`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
