/**
 * `npm run use-in -- ../my-app` installs the packages of this repository in another project: it builds them if they have changed, packs
 * them into the project, and installs them with its package manager. Run it again after a change.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from '../packages/packages.ts';
import { root } from '../source-paths.ts';
import { environmentOfUser } from './environment.ts';
import { isBuilt } from './fresh-build.ts';
import { groupNames, readManifest, type Wanted, withDependencies } from './manifest.ts';
import {
  ADD_FOR_DEVELOPMENT,
  EXECUTE,
  INSTALL,
  type PackageManager,
  packageManagerOf,
} from './package-manager.ts';
import { firstManifest, oldTarballs, projectFolder } from './project.ts';

/** The folder in the project that keeps the tarballs, because its lockfile refers to them. */
const KEPT = '.messaging-service';

/**
 * The folder of new tarballs, from the root. Without the path of this machine, it needs no quotes in a shell of Windows. Each
 * run has its own, because two can run at the same time.
 */
const PACKED = `node_modules/.cache/use-in/${process.pid}`;

const PRODUCTION = ['sdk', 'webhooks'];
const DEVELOPMENT = ['emulator'];

try {
  useIn(projectFolder(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd()));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(join(root, PACKED), { recursive: true, force: true });
}

function useIn(folder: string): void {
  const file = join(folder, 'package.json');
  const before = existsSync(file) ? readManifest(file) : undefined;
  const manager = packageManagerOf(folder);
  if (!isBuilt()) runHere('Building the packages (about a minute)', ['run', '--silent', 'build']);
  const groups = groupsOf(before ?? '{}');
  pack([...groups.dependencies, ...groups.devDependencies]);
  const kept = join(folder, KEPT);
  const old = oldTarballs(kept);
  const wanted: Wanted = {
    dependencies: Object.fromEntries(groups.dependencies.map((name) => keep(name, kept))),
    devDependencies: Object.fromEntries(groups.devDependencies.map((name) => keep(name, kept))),
  };
  writeFileSync(file, withDependencies(before ?? firstManifest(folder), wanted));
  const used = Object.values({ ...wanted.dependencies, ...wanted.devDependencies }).map(
    (place) => place.split('/').at(-1) ?? '',
  );
  try {
    install(folder, manager);
  } catch (error) {
    if (before === undefined) rmSync(file);
    else writeFileSync(file, before);
    for (const name of used) if (!old.includes(name)) rmSync(join(kept, name));
    if (old.length === 0) rmSync(kept, { recursive: true });
    throw error;
  }
  for (const name of old) if (!used.includes(name)) rmSync(join(kept, name));
  report(folder, manager, before === undefined);
  warnOfOldNode(folder);
}

/** Runs npm in this repository. */
function runHere(title: string, args: readonly string[]): void {
  process.stdout.write(`${title}\n`);
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    throw new Error(`npm ${args.join(' ')} failed in ${root}:\n${error?.message ?? `${stdout}${stderr}`}`);
}

/** The packages of each group: those that every project gets, and others that its package.json names. */
function groupsOf(text: string): Readonly<Record<'dependencies' | 'devDependencies', readonly string[]>> {
  const others = packages.filter(({ name }) => ![...PRODUCTION, ...DEVELOPMENT].includes(name));
  const namedIn = (group: 'dependencies' | 'devDependencies') =>
    others.filter(({ manifest }) => groupNames(text, group).includes(manifest.name)).map(({ name }) => name);
  return {
    dependencies: [...PRODUCTION, ...namedIn('dependencies')],
    devDependencies: [...DEVELOPMENT, ...namedIn('devDependencies')],
  };
}

function pack(names: readonly string[]): void {
  mkdirSync(join(root, PACKED), { recursive: true });
  const workspaces = names.flatMap((name) => ['-w', `packages/${name}`]);
  runHere('Packing them', ['pack', '--silent', '--pack-destination', PACKED, ...workspaces]);
}

/**
 * Copies a tarball into the project. Its name contains a part of its digest: package managers keep the content of a name
 * that they know.
 *
 * @returns The name of the package, and where the project finds it.
 */
function keep(name: string, kept: string): [name: string, place: string] {
  const one = packages.find((each) => each.name === name);
  if (one === undefined) throw new Error(`There is no package ${name}.`);
  const packed = join(root, PACKED, `messaging-service-${name}-${one.manifest.version}.tgz`);
  const digest = createHash('sha256').update(readFileSync(packed)).digest('hex').slice(0, 10);
  const file = `messaging-service-${name}-${one.manifest.version}-${digest}.tgz`;
  mkdirSync(kept, { recursive: true });
  copyFileSync(packed, join(kept, file));
  return [one.manifest.name, `file:${KEPT}/${file}`];
}

function install(folder: string, { name, reason }: PackageManager): void {
  process.stdout.write(`Installing them in ${folder} with ${name} (${reason})\n`);
  const { status, error } = spawnSync(name, INSTALL[name], {
    cwd: folder,
    env: environmentOfUser(),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT')
    throw new Error(
      `${name} is not installed here, but ${folder} uses it (${reason}). Install it, for example with: npm install --global ${name}`,
    );
  if (status !== 0)
    throw new Error(`${name} install failed in ${folder}. Its package.json is as it was before.`);
}

/** Node 20 installs the packages without a word, but cannot run the examples of the documents. */
function warnOfOldNode(folder: string): void {
  const { stdout, error } = spawnSync('node', ['--version'], {
    cwd: folder,
    env: environmentOfUser(),
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  // Bun needs no Node.
  if (error !== undefined) return;
  const [, major = 0, minor = 0] = /^v(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? [];
  if (major === 0 || major > 22 || (major === 22 && minor >= 18)) return;
  process.stderr.write(
    `The packages need Node 22.12 or later, and their examples 22.18; node is ${stdout.trim()} here. Update it before you run them.\n`,
  );
}

function report(folder: string, { name }: PackageManager, isNew: boolean): void {
  process.stdout.write(`
${folder} has the client and the webhook verifier as dependencies, and the emulator as a development
dependency.${isNew ? ' It has a new package.json.' : ''} The packages are in ${KEPT}: commit that folder together with package.json and the
lockfile, so that the project can be installed on other machines. To update the packages, run this command again.

Next, in ${folder}:

  ${EXECUTE[name]} messaging-emulator --port 4010      starts the emulator; its address shows what to do
  ${ADD_FOR_DEVELOPMENT[name]} msw vitest      for tests with Vitest

"Send the first text" and the first test are in README.md of this repository.
`);
}
