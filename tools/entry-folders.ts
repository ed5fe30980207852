/**
 * The last step of the build. Resolvers that do not read `exports` look for `@messaging-service/sdk/node` in a folder of
 * that name, so each entry besides the first gets a folder with a package.json that leads to the built files. The emulator's
 * package also gets the OpenAPI document of its control API.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { legacyFieldsOf } from './entries.ts';
import { packages } from './packages.ts';
import { root } from './source-paths.ts';

for (const { folder, manifest, entries } of packages) {
  for (const entry of entries) {
    if (entry.name === 'index') continue;
    const { sideEffects } = manifest;
    // The paths in the list are relative to the package, so they change here.
    const stub = { type: 'module', sideEffects: sideEffects !== false, ...legacyFieldsOf(entry, '../dist') };
    mkdirSync(`${folder}/${entry.name}`, { recursive: true });
    writeFileSync(`${folder}/${entry.name}/package.json`, `${JSON.stringify(stub, undefined, 2)}\n`);
  }
}

const emulator = packages.find(({ name }) => name === 'emulator');
if (emulator !== undefined)
  copyFileSync(`${root}docs/control-api.yaml`, `${emulator.folder}/dist/control-api.yaml`);
