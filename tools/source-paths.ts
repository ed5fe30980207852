import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's root folder, with a trailing slash. */
export const root = fileURLToPath(new URL('../', import.meta.url));

interface TsConfig {
  readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly [string]>> };
}

const tsconfig = JSON.parse(readFileSync(`${root}tsconfig.json`, 'utf8')) as TsConfig;

/**
 * Package entry → its source file, absolute. `paths` of tsconfig.json is the only place where this is written down:
 * the compiler, the tests, the build, the checks and plain Node all read it from there.
 */
export const sourcePaths: ReadonlyMap<string, string> = new Map(
  Object.entries(tsconfig.compilerOptions.paths).map(([name, [file]]) => [name, root + file.slice(2)]),
);
