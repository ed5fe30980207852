import { matchesGlob, relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import workspace from '../../vitest.workspace.ts';
import { selectedTarget } from './targets.ts';

const { tests } = selectedTarget();

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
    // Most of the time would go into starting a worker for each file.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
