import { join } from 'node:path';
import { defineConfig } from 'vite';

/**
 * Built into the emulator's package, which serves the page at `/_emulator/`, and at that of each sandbox. Its files have relative
 * addresses, because a proxy can have the server below a path. EMU-26.
 */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  // The sources, so that the page needs no other build. Only what it uses gets into it.
  resolve: {
    alias: Object.fromEntries(
      ['contract', 'text'].map((name) => [
        `@messaging-service/${name}`,
        join(import.meta.dirname, `../${name}/src/index.ts`),
      ]),
    ),
  },
  // Compressed, calls with children as arguments are 0.6 kB smaller than those of the automatic runtime.
  oxc: { jsx: { runtime: 'classic', pragma: 'createElement', pragmaFrag: 'JsxFragment' } },
  build: {
    outDir: '../emulator/dist/inspector',
    emptyOutDir: true,
    target: 'es2023',
    // Everything is a file of this server: the page's policy forbids what is written into it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      transform: {
        inject: { createElement: ['preact', 'createElement'], JsxFragment: ['preact', 'Fragment'] },
      },
    },
  },
});
