/**
 * Mutation tests: `MUTATION_TARGET=verify npm run test:mutation`. A target takes minutes to an hour. Options of Stryker can
 * follow, such as `-- --mutate packages/webhooks/src/verify/verification-steps.ts`. Run `npm ci --prefix tools/mutation` first.
 */
import { selectedTarget } from './targets.ts';

const { name, mutate } = selectedTarget();
const reports = `tools/mutation/reports/${name}`;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  mutate: [...mutate],
  coverageAnalysis: 'perTest',
  // Code that runs when a module is imported needs all tests for each mutant.
  ignoreStatic: true,
  ignorePatterns: [
    'dist',
    '/docs/api',
    '/docs/site',
    '/test/runtimes',
    '/packages/*/api',
    '/tools/mutation/reports',
  ],
  concurrency: 1,
  timeoutMS: 10_000,
  // Only mutants and tests that changed since the last run are tested again.
  incremental: true,
  incrementalFile: `${reports}/incremental.json`,
  reporters: ['clear-text', 'json', 'html', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false, allowColor: false },
  jsonReporter: { fileName: `${reports}/mutation.json` },
  htmlReporter: { fileName: `${reports}/mutation.html` },
  thresholds: { high: 90, low: 85, break: 85 },
};
