/**
 * The last step of the build. Resolvers that do not read `exports` look for `@messaging-service/sdk/node` in a folder of
 * that name, so each entry besides the first gets a folder with a package.json that leads to the built files.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { legacyFieldsOf } from './entries.ts';
import { packages } from './packages.ts';

for (const { folder, manifest, entries } of packages) {
  for (const entry of entries) {
    if (entry.name === 'index') continue;
    const { sideEffects } = manifest;
    // A list names files relative to the package, and from here they have other paths.
    const stub = { type: 'module', sideEffects: sideEffects !== false, ...legacyFieldsOf(entry, '../dist') };
    mkdirSync(`${folder}/${entry.name}`, { recursive: true });
    writeFileSync(`${folder}/${entry.name}/package.json`, `${JSON.stringify(stub, undefined, 2)}\n`);
  }
}
