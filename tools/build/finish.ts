/** The steps of the build after tsup: it changes the files in `dist`, and writes folders for older resolvers. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { legacyFieldsOf } from '../packages/entries.ts';
import { type Package, packages } from '../packages/packages.ts';
import { root } from '../source-paths.ts';

/** The module in which Jest declares its matchers. It is part of Jest, so it is not a peer of its own. */
const JEST_MATCHERS = /^declare module '@jest\/expect'/gm;

/** Rewrites the files of `dist` whose names match. */
function rewrite({ folder }: Package, names: RegExp, change: (text: string) => string): void {
  for (const file of readdirSync(`${folder}/dist`).filter((name) => names.test(name))) {
    const path = `${folder}/dist/${file}`;
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  }
}

/**
 * Makes imports of optional peers in the declarations safe: users who have not installed a peer, or who import an ESM-only
 * one from CommonJS, get no compiler error; its types are then `any`.
 */
function allowMissingPeers(one: Package): void {
  const peers = Object.keys(one.manifest.peerDependencies ?? {});
  if (peers.length === 0) return;
  const name = `(?:${peers.join('|')})(?:/[\\w/-]+)?`;
  const sideEffect = new RegExp(`^import '${name}';\n`, 'gm');
  const names = new RegExp(`^import (\\{[^}]*\\}) from '(${name})';$`, 'gm');
  rewrite(one, /\.d\.c?ts$/, (text) =>
    text
      .replace(sideEffect, '')
      .replace(names, "// @ts-ignore: an optional peer\nimport type $1 from '$2';")
      .replace(JEST_MATCHERS, '// @ts-ignore: Jest is optional\n$&'),
  );
}

/**
 * Removes the source maps of the CommonJS files, which tsup makes from the ES modules: they refer to those by paths of this
 * machine. The maps of the ES modules remain.
 */
function removeCommonJsMaps(one: Package): void {
  for (const file of readdirSync(`${one.folder}/dist`))
    if (file.endsWith('.cjs.map')) rmSync(`${one.folder}/dist/${file}`);
  rewrite(one, /\.cjs$/, (text) => text.replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
}

/**
 * Removes the source maps of files that only export what other files contain. They map nothing, and tools that read all maps
 * report them as broken.
 */
function removeEmptyMaps({ folder }: Package): void {
  const dist = `${folder}/dist`;
  for (const map of readdirSync(dist).filter((file) => file.endsWith('.js.map'))) {
    if (/[^;]/.test((JSON.parse(readFileSync(`${dist}/${map}`, 'utf8')) as { mappings: string }).mappings))
      continue;
    const file = `${dist}/${map.replace(/\.map$/, '')}`;
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
    rmSync(`${dist}/${map}`);
  }
}

/**
 * Writes a folder with a package.json for each entry besides the first, because resolvers that do not read `exports` look
 * for `@messaging-service/sdk/node` in a folder of that name.
 */
function writeEntryFolders({ folder, manifest: { sideEffects }, entries }: Package): void {
  for (const entry of entries.filter(({ name }) => name !== 'index')) {
    // The paths in the list are relative to the package, so they change here.
    const stub = { type: 'module', sideEffects: sideEffects !== false, ...legacyFieldsOf(entry, '../dist') };
    mkdirSync(`${folder}/${entry.name}`, { recursive: true });
    writeFileSync(`${folder}/${entry.name}/package.json`, `${JSON.stringify(stub, undefined, 2)}\n`);
  }
}

for (const one of packages) {
  allowMissingPeers(one);
  removeCommonJsMaps(one);
  removeEmptyMaps(one);
  writeEntryFolders(one);
}
copyFileSync(`${root}docs/control-api.yaml`, `${root}packages/emulator/dist/control-api.yaml`);
// A server gives these to agents.
copyFileSync(`${root}docs/openapi.yaml`, `${root}packages/emulator/dist/public-api.yaml`);
copyFileSync(`${root}docs/guides/agents.md`, `${root}packages/emulator/dist/agents.md`);
