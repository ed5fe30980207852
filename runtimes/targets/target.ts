import type { Task } from '../runners/run-all.ts';
import type { Flag } from '../suite/context.ts';

/** A runtime that the suite runs in. */
export interface Target {
  readonly name: string;
  /** What its `navigator.userAgent` is, so that no run can pass in another runtime than it says. */
  readonly agent: RegExp;
  /** Whether the base URL has to be of the page's own origin. */
  readonly sameOrigin?: boolean;
  /** What it lacks, and why. */
  readonly lacks: Partial<Readonly<Record<Flag, string>>>;
  /** Why it cannot run here; undefined when it can. */
  readonly missing: string | undefined;
  /** Runs the cases, and gives the lines that the runner reports. */
  readonly run: (task: Task) => Promise<string[]>;
}
