import type { Task } from '../runners/run-all.ts';
import type { Flag } from '../suite/context.ts';

/** A runtime that the suite runs in. */
export interface Target {
  readonly name: string;
  /** Its `navigator.userAgent`, which proves that the suite runs in this runtime. */
  readonly agent: RegExp;
  /** Whether the base URL must have the origin of the page. */
  readonly sameOrigin?: boolean;
  /** The features that it lacks, with the reasons. */
  readonly lacks: Partial<Readonly<Record<Flag, string>>>;
  /** The reason to skip it; undefined if it can run. */
  readonly missing: string | undefined;
  /** Runs the cases and returns the lines that the runner prints. */
  readonly run: (task: Task) => Promise<string[]>;
}
