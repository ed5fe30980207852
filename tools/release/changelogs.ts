/** A check of `npm run lint`: the changelogs, of the repository and of each package, mention the current version. */
import { existsSync, readFileSync } from 'node:fs';
import { packages } from '../packages/packages.ts';
import { conclude } from '../report.ts';
import { root } from '../source-paths.ts';

const version = packages[0]?.manifest.version ?? '';
const changelogs = ['CHANGELOG.md', ...packages.map(({ name }) => `packages/${name}/CHANGELOG.md`)];
const silent = changelogs.filter(
  (file) => !existsSync(root + file) || !readFileSync(root + file, 'utf8').includes(`\n## ${version}\n`),
);
conclude(
  silent.map((file) => `${file} does not mention ${version}`),
  `${changelogs.length} changelogs`,
);
