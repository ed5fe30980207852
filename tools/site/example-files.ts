import { globSync, mkdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { run } from '../run.ts';
import { root } from '../source-paths.ts';

/** Results of commands, which belong to the repository and not to an example. */
export const RESULTS =
  /^(node_modules|dist|build|\.svelte-kit|\.next|\.wrangler|test-results|__pycache__|\.pytest_cache)$/;

/**
 * The files of an example except its README, which is its page.
 *
 * @public The configuration of the site uses it.
 */
export function filesOf(name: string): string[] {
  const cwd = `${root}examples/${name}`;
  return globSync(['**/*', '**/.*'], { cwd, exclude: (path) => RESULTS.test(basename(path)) })
    .filter((path) => path !== 'README.md' && statSync(`${cwd}/${path}`).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}

/** Packs the folder of each example into the archive that its page offers. */
export async function packExamples(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const readme of globSync('*/README.md', { cwd: `${root}examples` })) {
    const [name = ''] = readme.split(/[\\/]/);
    const files = ['README.md', ...filesOf(name)].map((file) => `${name}/${file}`);
    const { ok, output } = await run(
      ['tar', '-czf', `${folder}/${name}.tar.gz`, ...files],
      `${root}examples`,
    );
    if (!ok) throw new Error(`The example ${name} cannot be packed:\n${output}`);
  }
}
