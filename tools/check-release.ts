/**
 * Refuses to publish what a stranger could not trust: `prepublishOnly` of every package and the release workflow run it.
 * A manifest with a false address is worse than none, so nothing is published before somebody says where the repository
 * is: `npm run manifests -- --repository https://github.com/owner/name`.
 */
import { existsSync } from 'node:fs';
import { silentChangelogs } from './changelogs.ts';
import { isPlaceholder } from './manifests.ts';
import { packages } from './packages.ts';
import { conclude } from './report.ts';

const findings: string[] = [];
for (const { name, folder, manifest } of packages) {
  if (manifest.repository === undefined || isPlaceholder(manifest.repository.url)) {
    findings.push(
      `packages/${name}/package.json does not say where the repository is: npm run manifests -- --repository <address>`,
    );
  }
  if (!existsSync(`${folder}/dist/index.js`)) findings.push(`packages/${name} is not built: npm run build`);
}
conclude([...findings, ...silentChangelogs()], `${packages.length} packages`);
