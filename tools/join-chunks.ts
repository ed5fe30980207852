/**
 * The step of the build that joins the files of the SDK which are loaded together. tsup makes a file of each set of
 * modules that the same entries share: importing the client took seven, and every one costs a program that starts most
 * of a millisecond. Rollup, which tsup brings along, can be told which modules belong together.
 */
import { readdirSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { type GetManualChunk, type ManualChunkMeta, type OutputOptions, rollup } from 'rollup';
import { packages } from './packages.ts';

/** What is loaded in one go, in the order in which it is, and the files that lead to it. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  client: ['index', 'node'],
  engine: ['engine'],
  ky: ['distribution'],
  extras: ['extras'],
};

/** Puts a module into the first part that loads it. The entries stay alone: they export nothing but what is public. */
const partOf: GetManualChunk = (id, { getModuleIds, getModuleInfo }) => {
  if (getModuleInfo(id)?.isEntry === true) return undefined;
  const isNamed = (name: string) => (file: string) => basename(file).replace(/(?:-\w+)?\.js$/, '') === name;
  const fileOf = (name: string) => [...getModuleIds()].find(isNamed(name)) ?? '';
  const loads = (name: string) => loadedWith(fileOf(name), getModuleInfo).has(id);
  return Object.keys(PARTS).find((part) => PARTS[part]?.some(loads));
};

/** A module, and all that it cannot be loaded without. */
function loadedWith(start: string, getModuleInfo: ManualChunkMeta['getModuleInfo']): ReadonlySet<string> {
  const found = new Set([start]);
  for (const id of found) for (const imported of getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

const FORMATS: readonly OutputOptions[] = [
  { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
  {
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    exports: 'named',
    esModule: true,
  },
];

async function joinChunks(folder: string, entries: readonly string[]): Promise<void> {
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, `${folder}/${name}.js`])),
    external: /^node:/,
    // tsup has left out what nobody uses.
    treeshake: false,
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  for (const file of readdirSync(folder)) if (/\.c?js$/.test(file)) rmSync(`${folder}/${file}`);
  for (const format of FORMATS)
    await bundle.write({ dir: folder, manualChunks: partOf, generatedCode: 'es2015', ...format });
}

for (const { name, folder, entries } of packages)
  if (name === 'sdk')
    await joinChunks(
      `${folder}/dist`,
      entries.map((entry) => entry.name),
    );
