import { join } from 'node:path';
import { defineConfig } from 'vite';

/** Built into the emulator's package, which serves the page at `/_emulator/`. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/_emulator/',
  logLevel: 'warn',
  // The sources, so that the page needs no other build. Only what it uses gets into it.
  resolve: {
    alias: { '@messaging-service/contract': join(import.meta.dirname, '../contract/src/index.ts') },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../emulator/dist/inspector',
    emptyOutDir: true,
    target: 'es2023',
    // Everything is a file of this server: the page's policy forbids what is written into it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
