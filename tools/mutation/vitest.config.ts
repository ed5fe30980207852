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
    // As in the workspace: a test must not change timers, mocks and variables of the tests after it.
    setupFiles: ['./test/real-timers.ts'],
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
    // A mutant that waits forever costs this much.
    testTimeout: 15_000,
    hookTimeout: 15_000,
  },
});
