/**
 * A step of the build. tsup converts the ES modules to CommonJS. The source maps of the CommonJS files refer to the ES
 * modules by paths of this machine, so they are removed. The maps of the ES modules remain.
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
