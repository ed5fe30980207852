import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import workspace from '../../vitest.workspace.ts';
import { sharedWorkerPool, stopSharedWorker } from './shared-worker.ts';
import { selectedTarget } from './targets.ts';
import { KillersFirst, killerReporter } from './test-order.ts';

const { tests, slow, isLazy = false } = selectedTarget();

/** Replaces the pool, which Stryker sets. */
const sharedWorker: Plugin = {
  name: 'shared-worker',
  configureVitest({ project, vitest }) {
    project.config.pool = sharedWorkerPool.name as 'threads';
    project.config.poolRunner = sharedWorkerPool;
    vitest.onClose(stopSharedWorker);
  },
};

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Replaces modules that would make a mutant expensive or hide it. */
const replacements: Plugin = {
  name: 'replacements',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'fast-check' && importer !== here('few-runs.ts')) return here('few-runs.ts');
    return isLazy && source === './lazy.ts' ? here('lazy-per-test.ts') : undefined;
  },
};

/** The unit tests of one target, against the sources. */
export default defineConfig({
  plugins: [sharedWorker, replacements],
  resolve: workspace.resolve ?? {},
  test: {
    include: [...tests],
    exclude: ['**/node_modules/**', '**/*.{long,browser,e2e}.test.ts'],
    sequence: { sequencer: KillersFirst },
    reporters: [killerReporter],
    runner: here('test-runner.ts'),
    isolate: false,
    setupFiles: [here('setup.ts')],
    env: { MODEL_RUNS: '10', SLOW_TESTS: slow?.source ?? '' },
    // A mutant that waits forever costs this much.
    testTimeout: 15_000,
    hookTimeout: 15_000,
    expect: { poll: { timeout: 12_000 } },
  },
});
