import { matchesGlob, relative } from 'node:path';
import { BaseSequencer, type Reporter, type TestSpecification } from 'vitest/node';
import { replaceSharedWorker } from './shared-worker.ts';
import { selectedTarget } from './targets.ts';

const { tests } = selectedTarget();

/** Test files that failed for a mutant, the last one first. */
let killers: readonly string[] = [];

/** Remembers which test files fail. */
export const killerReporter: Reporter = {
  onTestModuleEnd({ moduleId, children }) {
    for (const test of children.allTests('failed')) {
      killers = [moduleId, ...killers.filter((one) => one !== moduleId)];
      if (test.result().errors?.some(({ message }) => message.includes('timed out'))) replaceSharedWorker();
    }
  },
};

/** Runs the files that failed last first, because neighboring mutants often fail the same tests; then in the order of the target. */
export class KillersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => position(a) - position(b));
  }
}

function position({ moduleId }: TestSpecification): number {
  const killer = killers.indexOf(moduleId);
  if (killer >= 0) return killer - killers.length;
  return tests.findIndex((pattern) => matchesGlob(relative(process.cwd(), moduleId), pattern));
}
