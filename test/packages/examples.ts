import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CHROMIUM } from '../../tools/chromium.ts';
import { RESULTS } from '../../tools/site/example-files.ts';
import { root } from '../../tools/source-paths.ts';
import { tarballNamed } from './tarballs.ts';

/** An example that can be copied out. */
export interface Example {
  /** The name of its folder. */
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  /** What this machine lacks to run it; undefined when it has everything. */
  readonly missing: string | undefined;
}

type Dependencies = Readonly<Record<string, string>>;

/** The fields of a manifest that this file reads. */
interface ExampleManifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies?: Dependencies;
  readonly devDependencies?: Dependencies;
}

/** Programs that npm does not install, by example, each with a command that fails without it. */
const PROGRAMS: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  'campaign-workers': ['redis-server', '--version'],
  'go-test': ['go', 'version'],
  'php-phpunit': ['phpunit', '--version'],
  'end-to-end': [CHROMIUM, '--version'],
  playwright: [CHROMIUM, '--version'],
  'python-follow': ['python3', '-c', 'import flask, freezegun, pytest'],
  'python-pytest': ['python3', '-m', 'pytest', '--version'],
};

/** All examples with a package.json. */
export function readExamples(): readonly Example[] {
  return globSync('*/package.json', { cwd: `${root}examples` })
    .map((file) => file.split(/[\\/]/)[0] as string)
    .toSorted()
    .map((name) => ({
      name,
      scripts: readManifest(join(root, 'examples', name)).scripts,
      missing: missing(name),
    }));
}

function missing(name: string): string | undefined {
  const command = PROGRAMS[name];
  if (command === undefined) return undefined;
  const [program, ...args] = command;
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
    ? undefined
    : `${command.join(' ')} failed`;
}

/** Copies an example into a folder. Its dependencies on the packages become dependencies on their tarballs. */
export function copyExample(name: string, folder: string, packed: string): void {
  cpSync(join(root, 'examples', name), folder, {
    recursive: true,
    filter: (path) => !RESULTS.test(basename(path)),
  });
  const manifest = readManifest(folder);
  const withTarballs = (dependencies: Dependencies = {}) =>
    Object.fromEntries(
      Object.entries(dependencies).map(([dependency, version]) => {
        const tarball = tarballNamed(dependency, packed);
        return [dependency, tarball === undefined ? version : `file:${tarball}`];
      }),
    );
  const copy = {
    ...manifest,
    dependencies: withTarballs(manifest.dependencies),
    devDependencies: withTarballs(manifest.devDependencies),
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(copy, null, 2));
}

function readManifest(folder: string): ExampleManifest {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) throw new Error(`${file} does not exist.`);
  return JSON.parse(readFileSync(file, 'utf8')) as ExampleManifest;
}
