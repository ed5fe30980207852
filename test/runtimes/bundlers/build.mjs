// `node build.mjs BUNDLER INPUT OUTPUT` builds one file of a program, minified, for Node. It runs in a separate
// process, because bundlers change global state and the dependencies of this folder are installed separately.
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const [bundler, input, output] = process.argv.slice(2);
const folder = dirname(output);
const filename = basename(output);

/** webpack and Rspack have the same interface. */
async function buildLikeWebpack(pack) {
  const configuration = {
    mode: 'production',
    target: 'node',
    context: dirname(input),
    entry: input,
    output: { path: folder, filename },
    experiments: {},
  };
  const stats = await promisify(pack)(configuration);
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString('errors-warnings'));
}

const bundlers = {
  async esbuild(format = 'esm') {
    const { build } = await import('esbuild');
    const options = { entryPoints: [input], outfile: output, platform: 'node', format };
    await build({ ...options, bundle: true, minify: true, logLevel: 'error' });
  },
  /** The format that single-file executables of Node need. */
  commonjs: () => bundlers.esbuild('cjs'),
  async rollup() {
    const { rollup } = await import('rollup');
    const { nodeResolve } = await import('@rollup/plugin-node-resolve');
    const { transform } = await import('esbuild');
    const minify = {
      name: 'minify',
      renderChunk: async (code) => (await transform(code, { minify: true, format: 'esm' })).code,
    };
    const bundle = await rollup({
      input,
      plugins: [nodeResolve({ preferBuiltins: true }), minify],
      onwarn: ({ message }) => {
        throw new Error(message);
      },
    });
    await bundle.write({ file: output, format: 'es', inlineDynamicImports: true });
  },
  webpack: async () => buildLikeWebpack((await import('webpack')).default),
  rspack: async () => buildLikeWebpack((await import('@rspack/core')).rspack),
  async vite() {
    const { build } = await import('vite');
    await build({
      configFile: false,
      root: dirname(input),
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: input,
        target: 'es2024',
        minify: true,
        outDir: folder,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: filename, codeSplitting: false } },
      },
    });
  },
  async parcel() {
    const { Parcel } = await import('@parcel/core');
    const require = createRequire(import.meta.url);
    const distDir = `${output}.parcel`;
    const bundling = new Parcel({
      entries: input,
      defaultConfig: require.resolve('@parcel/config-default'),
      mode: 'production',
      shouldDisableCache: true,
      cacheDir: `${output}.cache`,
      defaultTargetOptions: { shouldOptimize: true, shouldScopeHoist: true, sourceMaps: false },
      targets: {
        main: {
          distDir,
          context: 'node',
          engines: { node: '>= 22' },
          includeNodeModules: true,
          // Its minifier removes unused code only from ES modules.
          outputFormat: 'esmodule',
          isLibrary: false,
        },
      },
    });
    await bundling.run();
    const [built] = readdirSync(distDir).filter((file) => file.endsWith('.js'));
    copyFileSync(join(distDir, built), output);
    for (const left of [distDir, `${output}.cache`]) rmSync(left, { recursive: true, force: true });
  },
};

await bundlers[bundler]();
process.exit();
