import { defineConfig } from 'vitest/config';
import { sourcePaths } from './tools/source-paths.ts';

// A longer name first: an alias also matches what follows it after a slash.
const alias = [...sourcePaths]
  .toSorted(([a], [b]) => b.length - a.length)
  .map(([find, replacement]) => ({ find, replacement }));

const folders = '{packages,examples,tools,test}';

export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // The machines are shared: what takes a second may take ten. No test asserts how long something takes.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          include: [`${folders}/**/*.test.ts`],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.long.test.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'long', include: [`${folders}/**/*.long.test.ts`], testTimeout: 600_000 },
      },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: [`${folders}/**/*.test-d.ts`],
            tsconfig: './tsconfig.json',
          },
        },
      },
    ],
  },
});
