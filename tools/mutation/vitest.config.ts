import { matchesGlob, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import workspace from '../../vitest.workspace.ts';
import { selectedTarget } from './targets.ts';

const { tests, isLazy = false } = selectedTarget();

/** Runs the files in the order of the target. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const position = ({ moduleId }: TestSpecification) =>
      tests.findIndex((pattern) => matchesGlob(relative(process.cwd(), moduleId), pattern));
    return files.toSorted((a, b) => position(a) - position(b));
  }
}

/** The unit tests of one target, against the sources. */
export default defineConfig({
  resolve: workspace.resolve ?? {},
  test: {
    include: [...tests],
    exclude: ['**/node_modules/**', '**/*.{long,browser,e2e}.test.ts'],
    sequence: { sequencer: InOrder },
    // A worker for each file takes most of the time, but without it, values that are created lazily outlive a mutant.
    isolate: isLazy,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
