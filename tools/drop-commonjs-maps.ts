/**
 * A step of the build. tsup makes CommonJS of the ES modules that esbuild has written, and its source maps lead to those,
 * by their paths on this machine, instead of to the sources. They are removed; the maps of the ES modules remain.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { packages } from './packages.ts';

for (const { folder } of packages)
  for (const file of readdirSync(`${folder}/dist`)) {
    const path = `${folder}/dist/${file}`;
    if (file.endsWith('.cjs.map')) rmSync(path);
    if (file.endsWith('.cjs'))
      writeFileSync(path, readFileSync(path, 'utf8').replace(/^\/\/# sourceMappingURL=.*\n?/m, ''));
  }
