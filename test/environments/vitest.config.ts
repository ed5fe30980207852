import { defineConfig } from 'vitest/config';
import { root, sourcePaths } from '../../tools/source-paths.ts';

const alias = [...sourcePaths]
  .toSorted(([a], [b]) => b.length - a.length)
  .map(([find, replacement]) => ({ find, replacement }));

const imported = [`${root}tools/source-resolution.ts`, `${import.meta.dirname}/resolve-environments.mjs`];
if (process.env['MESSAGING_EMULATOR_URL'] !== undefined)
  imported.push('@messaging-service/emulator/follow-clock');

export default defineConfig({
  resolve: { alias },
  test: {
    root: import.meta.dirname,
    include: ['programs/*.case.ts'],
    setupFiles: process.env['OWN_SERVER'] === undefined ? [] : ['own-server.ts'],
    execArgv: imported.flatMap((file) => ['--import', file]),
  },
});
