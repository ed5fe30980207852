import { existsSync, readFileSync } from 'node:fs';
import { packages } from '../packages/packages.ts';
import { root } from '../source-paths.ts';

/** Finds the changelogs, of the repository and of each package, that do not mention the current version. */
export function silentChangelogs(): string[] {
  const [first] = packages;
  const all = [
    ...packages.map(({ name, manifest }) => [`packages/${name}/CHANGELOG.md`, manifest.version] as const),
    ['CHANGELOG.md', first?.manifest.version ?? ''] as const,
  ];
  return all
    .filter(([file, version]) => !readIfThere(file).includes(`\n## ${version}\n`))
    .map(([file, version]) => `${file} does not mention ${version}`);
}

function readIfThere(file: string): string {
  return existsSync(root + file) ? readFileSync(root + file, 'utf8') : '';
}
