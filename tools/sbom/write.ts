/** `npm run generate -- sbom` writes the bill of materials and the third-party notice of each package. A test checks that they are current. */
import { writeFileSync } from 'node:fs';
import { packages } from '../packages/packages.ts';
import { filesOf } from './files.ts';

for (const one of packages)
  for (const [file, text] of await filesOf(one)) writeFileSync(`${one.folder}/${file}`, text);
