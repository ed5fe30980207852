/**
 * The fields that the packages' manifests share have one source: package.json of the root for the address of the
 * repository, `manifests.ts` for the rest. `npm run lint -- manifests` checks them and the changelogs,
 * `npm run generate -- manifests` writes them, and `npm run generate -- manifests --repository https://github.com/owner/name` sets the address.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { silentChangelogs } from '../release/changelogs.ts';
import { conclude } from '../report.ts';
import { root } from '../source-paths.ts';
import { complete, problemsOf } from './manifests.ts';
import { packages } from './packages.ts';

interface Root {
  version: string;
  repository: { type: 'git'; url: string };
}

const { write, repository } = parseArgs({
  options: { write: { type: 'boolean', default: false }, repository: { type: 'string' } },
}).values;

const asText = (manifest: object) => `${JSON.stringify(manifest, undefined, 2)}\n`;

function readRoot(): Root {
  const file = `${root}package.json`;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Root;
  if (repository === undefined) return manifest;
  const url = `git+${repository.replace(/(\.git)?\/?$/, '.git')}`;
  if (!/^git\+https:\/\/[^/]+\/[^/]+\/[^/]+\.git$/.test(url))
    throw new Error(
      `--repository must be an address such as https://github.com/owner/name; got ${repository}.`,
    );
  const told = { ...manifest, repository: { ...manifest.repository, url } };
  writeFileSync(file, asText(told));
  return told;
}

const {
  repository: { url: repositoryUrl },
} = readRoot();
const [first] = packages;
if (first === undefined) throw new Error('There are no packages.');
const { version } = first.manifest;
const findings: string[] = [];

for (const { name, folder, manifest } of packages) {
  const file = `packages/${name}/package.json`;
  const wanted = asText(complete(name, manifest, { version, repositoryUrl }));
  if (write || repository !== undefined) writeFileSync(`${folder}/package.json`, wanted);
  else if (readFileSync(`${folder}/package.json`, 'utf8') !== wanted)
    findings.push(`${file} is not what it shares with the others: run \`npm run generate -- manifests\``);
  findings.push(...problemsOf(manifest).map((problem) => `${file} ${problem}`));
}
conclude([...findings, ...silentChangelogs()], `${packages.length} manifests`);
