/**
 * The bill of materials and the third-party notice of each package list the libraries whose code a bundler keeps.
 * `npm run lint -- sbom` checks that they are current, `npm run sbom` writes them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { packages } from './packages.ts';
import { conclude } from './report.ts';
import { filesOf } from './sbom/files.ts';

const { write } = parseArgs({ options: { write: { type: 'boolean', default: false } } }).values;
const findings: string[] = [];

for (const one of packages) {
  const wanted = await filesOf(one);
  for (const [file, text] of wanted) {
    const path = `${one.folder}/${file}`;
    const name = `packages/${one.name}/${file}`;
    if (write) writeFileSync(path, text);
    else if (!existsSync(path) || readFileSync(path, 'utf8') !== text)
      findings.push(`${name} is not what the package is made of: run \`npm run sbom\``);
    if (one.manifest.files?.includes(file) !== true)
      findings.push(`${name} is not among the package's "files"`);
  }
  if (!wanted.has('THIRD-PARTY.md') && existsSync(`${one.folder}/THIRD-PARTY.md`))
    findings.push(`packages/${one.name}/THIRD-PARTY.md names libraries, but none is compiled in: delete it`);
}
conclude(findings, `${packages.length} packages`);
