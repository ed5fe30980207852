/**
 * Fails if the packages must not be published. `prepublishOnly` of each package and the release workflow run it.
 * Packages are not published with a wrong repository address, so set it first:
 * `npm run generate -- manifests --repository https://github.com/owner/name`.
 */
import { existsSync } from 'node:fs';
import { isPlaceholder } from '../packages/manifests.ts';
import { packages } from '../packages/packages.ts';
import { conclude } from '../report.ts';
import { silentChangelogs } from './changelogs.ts';

const findings: string[] = [];
for (const { name, folder, manifest } of packages) {
  if (manifest.repository === undefined || isPlaceholder(manifest.repository.url)) {
    findings.push(
      `packages/${name}/package.json has no address of the repository: npm run generate -- manifests --repository <address>`,
    );
  }
  if (!existsSync(`${folder}/dist/index.js`)) findings.push(`packages/${name} is not built: npm run build`);
}
conclude([...findings, ...silentChangelogs()], `${packages.length} packages`);
