import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const runners = fileURLToPath(new URL('../runners/', import.meta.url));

/**
 * Bundles a runner with the built packages into one ES module, as users bundle programs for workers and pages.
 *
 * @param runner - The runner's file.
 * @param conditions - The conditions of `exports` that the runtime uses.
 */
export async function bundle(runner: string, conditions: readonly string[]): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: [...conditions, 'module', 'import', 'default'] },
    build: {
      write: false,
      target: 'es2024',
      minify: false,
      lib: { entry: runners + runner, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [{ output: chunks }] = output as [Rolldown.RolldownOutput];
  const [chunk] = chunks;
  const sources = chunk.moduleIds.filter((id) => /\/packages\/[^/]+\/src\//.test(id));
  if (chunks.length !== 1 || sources.length > 0)
    throw new Error(`not one file of built packages: ${sources.join(', ')}`);
  return chunk.code;
}
