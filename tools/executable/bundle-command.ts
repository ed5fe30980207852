import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';
import { withoutFiles } from '../build/without-files.ts';
import { root } from '../source-paths.ts';

const embeddedFiles = fileURLToPath(new URL('embedded-files.ts', import.meta.url));

/** The program inside an executable is one function, so it can contain `await` but no imports. */
const builtinsWithoutImport: esbuild.Plugin = {
  name: 'builtins-without-import',
  setup: (build) => {
    build.onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      path === 'node:fs' && importer.endsWith('inspector-files.ts')
        ? { path: embeddedFiles }
        : { path, namespace: 'builtin' },
    );
    build.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * Bundles the emulator's command, with everything it imports, as one script.
 *
 * @param outfile - The file to write.
 * @param sources - Package entry → source file.
 */
export async function bundleCommand(outfile: string, sources: ReadonlyMap<string, string>): Promise<void> {
  await esbuild.build({
    entryPoints: [`${root}packages/server/src/cli/main.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'node24',
    minify: true,
    legalComments: 'inline',
    // MSW is for tests in the process; the command never imports it.
    external: ['msw'],
    alias: Object.fromEntries(sources),
    define: { 'import.meta.dirname': '__dirname' },
    banner: { js: '(async () => {' },
    footer: { js: '})();' },
    plugins: [builtinsWithoutImport, withoutFiles],
    logLevel: 'error',
  });
}
