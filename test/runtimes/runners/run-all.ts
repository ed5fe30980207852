import type { Stage } from '../suite/addresses.ts';
import type { Packages } from '../suite/context.ts';
import { runCase } from '../suite.ts';

/** The input of a target. It is passed as JSON. */
export interface Task {
  readonly stage: Stage;
  /** The names of the cases to run. */
  readonly cases: readonly string[];
}

/** Runs cases one after the other and reports a line of JSON for each; the first line names the runtime. */
export async function runAll(
  { stage, cases }: Task,
  packages: Packages,
  report: (line: string) => void,
): Promise<void> {
  report(JSON.stringify({ agent: navigator.userAgent }));
  for (const name of cases) report(JSON.stringify(await runCase(name, packages, stage)));
}
