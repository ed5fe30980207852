/**
 * Fails if the packages must not be published. `prepublishOnly` of each package and the release workflow run it.
 * Packages are not published with a wrong repository address, so set it first:
 * `npm run generate -- manifests --repository https://github.com/owner/name`.
 */
import { existsSync } from 'node:fs';
import { packages } from '../packages/packages.ts';
import { conclude } from '../report.ts';

/**
 * Addresses below `.invalid` never resolve (RFC 2606). The manifests contain such an address until the repository's address
 * is set.
 */
function isPlaceholder(repositoryUrl: string): boolean {
  return URL.parse(repositoryUrl.replace(/^git\+/, ''))?.hostname.endsWith('.invalid') ?? true;
}

const findings: string[] = [];
for (const { name, folder, manifest } of packages) {
  if (isPlaceholder(manifest.repository?.url ?? '')) {
    findings.push(
      `packages/${name}/package.json has no address of the repository: npm run generate -- manifests --repository <address>`,
    );
  }
  if (!existsSync(`${folder}/dist/index.js`)) findings.push(`packages/${name} is not built: npm run build`);
}
conclude(findings, `${packages.length} packages`);
