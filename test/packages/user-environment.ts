import { dirname } from 'node:path';
import { root } from '../../tools/source-paths.ts';

/**
 * The environment without the variables and commands that npm and Vitest set for scripts of this repository.
 *
 * @param bin - The folder of `node`.
 */
export function userEnvironment(bin = dirname(process.execPath)): Record<string, string | undefined> {
  const { PATH = '', ...rest } = process.env;
  const foreign = PATH.split(':').filter(
    (folder) => !folder.startsWith(root) && !folder.includes('node_modules'),
  );
  const kept = Object.entries(rest).filter(
    ([name]) =>
      !/^(npm_(?!config_(registry|cache|userconfig))|INIT_CWD|NODE_(OPTIONS|ENV|COMPILE_CACHE)|VITEST|MESSAGING_)/i.test(
        name,
      ),
  );
  return { ...Object.fromEntries(kept), PATH: [bin, ...foreign].join(':') };
}
