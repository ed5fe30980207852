import { existsSync, globSync, realpathSync, statSync } from 'node:fs';
import { basename, relative, resolve } from 'node:path';
import { root } from '../source-paths.ts';

/**
 * Finds the folder of the project from the arguments of the command.
 *
 * @param args - The arguments after `npm run use-in --`.
 * @param from - The folder in which the user started the command.
 * @returns The absolute path.
 * @throws {Error} The folder does not exist, or it is a part of this repository.
 */
export function projectFolder(args: readonly string[], from: string): string {
  const [given] = args;
  if (given === undefined || given === '')
    throw new Error('Name the folder of your project: npm run use-in -- ../my-app');
  if (args.length > 1)
    throw new Error(
      `Name one folder; got ${args.length}: ${args.join(', ')}. If its name has spaces, put it in quotes: npm run use-in -- "${args.join(' ')}"`,
    );
  const folder = resolve(from, given);
  if (!existsSync(folder))
    throw new Error(
      `There is no folder ${folder}. Create it first, or correct its name, then run the command again.`,
    );
  if (!statSync(folder).isDirectory())
    throw new Error(`${folder} is a file. Name the folder of your project: npm run use-in -- ../my-app`);
  const real = realpathSync(folder);
  const toReal = relative(realpathSync(root), real);
  if (toReal === '' || !(toReal.startsWith('..') || resolve(toReal) === toReal))
    throw new Error(
      `${folder} is in this repository. Name the folder of your own project: npm run use-in -- ../my-app`,
    );
  return real;
}

/** The package.json of a project that has none: ES modules, as in the documents, and a name that npm accepts. */
export function firstManifest(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z\d._~-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '');
  return `${JSON.stringify({ ...(name !== '' && { name }), version: '1.0.0', private: true, type: 'module' }, null, 2)}\n`;
}

/** The tarballs of this repository in a folder, by their names. */
export function oldTarballs(folder: string): string[] {
  return globSync('messaging-service-*.tgz', { cwd: folder });
}
