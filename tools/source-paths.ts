import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, with a trailing slash. */
export const root = fileURLToPath(new URL('../', import.meta.url));

interface TsConfig {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [string]>> };
}

const tsconfig = JSON.parse(readFileSync(`${root}tsconfig.json`, 'utf8')) as TsConfig;

/**
 * The absolute source file of each package entry. The only place that defines it is `paths` of tsconfig.json, for the
 * compiler, the tests, the build, the checks and Node.
 */
export const sourcePaths: ReadonlyMap<string, string> = new Map(
  Object.entries(tsconfig.compilerOptions.paths).map(([name, [file]]) => [name, root + file.slice(2)]),
);
