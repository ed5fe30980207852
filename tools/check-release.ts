/**
 * Refuses to publish what a stranger could not trust: `prepublishOnly` of every package and the release workflow run
 * it. A manifest with a false address is worse than none, so nothing is published before somebody says where the
 * repository is: `npm run manifests -- --repository https://github.com/owner/name`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isPlaceholder } from './manifests.ts';
import { packages } from './packages.ts';
import { conclude } from './program.ts';
import { root } from './source-paths.ts';

const readIfThere = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const findings: string[] = [];

for (const { name, folder, manifest } of packages) {
  const { version, repository } = manifest;
  if (repository === undefined || isPlaceholder(repository.url)) {
    findings.push(
      `packages/${name}/package.json does not say where the repository is: npm run manifests -- --repository <address>`,
    );
  }
  if (!readIfThere(`${folder}/CHANGELOG.md`).includes(`\n## ${version}\n`))
    findings.push(`packages/${name}/CHANGELOG.md says nothing of ${version}`);
  if (!existsSync(`${folder}/dist/index.js`)) findings.push(`packages/${name} is not built: npm run build`);
}
const [first] = packages;
if (first !== undefined && !readIfThere(`${root}CHANGELOG.md`).includes(`\n## ${first.manifest.version}\n`))
  findings.push(`CHANGELOG.md says nothing of ${first.manifest.version}`);
conclude(findings, `${packages.length} packages`);
