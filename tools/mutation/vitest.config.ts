import { defineConfig } from 'vitest/config';
import workspace from '../../vitest.workspace.ts';
import { selectedTarget } from './targets.ts';

/** The unit tests of one target, against the sources. */
export default defineConfig({
  resolve: workspace.resolve ?? {},
  test: {
    include: [...selectedTarget().tests],
    exclude: ['**/node_modules/**', '**/*.{long,browser,e2e}.test.ts'],
    isolate: false,
    // A mutant that waits forever costs this much.
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
});
