import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A program that installs packages. */
export type ManagerName = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** The package manager of a folder. */
export interface PackageManager {
  readonly name: ManagerName;
  /** The file or field that names it. */
  readonly reason: string;
}

/** The fields of a package.json that name the package manager, or make the folder the root of a workspace. */
interface Naming {
  readonly packageManager?: unknown;
  readonly devEngines?: { readonly packageManager?: { readonly name?: unknown } };
  readonly workspaces?: unknown;
}

const LOCKFILES: readonly (readonly [file: string, name: ManagerName])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/**
 * Finds the package manager that a folder uses: by the fields `packageManager` and `devEngines` of its package.json, or by
 * its lockfile. A member of a workspace uses that of the workspace. Default: npm.
 */
export function packageManagerOf(folder: string): PackageManager {
  return namedIn(folder) ?? ofWorkspace(folder) ?? { name: 'npm', reason: 'no lockfile names another' };
}

/** Other folders above do not count: a lockfile in the home folder is usually a mistake. */
function ofWorkspace(folder: string): PackageManager | undefined {
  const parent = dirname(folder);
  if (parent === folder) return undefined;
  const isRoot =
    existsSync(join(parent, 'pnpm-workspace.yaml')) || readNaming(parent).workspaces !== undefined;
  return (isRoot ? namedIn(parent) : undefined) ?? ofWorkspace(parent);
}

function namedIn(folder: string): PackageManager | undefined {
  const { packageManager, devEngines } = readNaming(folder);
  const fields = { packageManager, 'devEngines.packageManager': devEngines?.packageManager?.name };
  for (const [field, value] of Object.entries(fields)) {
    const [, name] = /^(npm|pnpm|yarn|bun)(?:@|$)/.exec(String(value)) ?? [];
    if (name !== undefined) return { name: name as ManagerName, reason: `"${field}" of package.json` };
  }
  const found = LOCKFILES.find(([file]) => existsSync(join(folder, file)));
  if (found === undefined) return undefined;
  return { name: found[1], reason: found[0] };
}

/** A package.json that cannot be read is reported when it is changed. */
function readNaming(folder: string): Naming {
  try {
    const parsed: unknown = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8').replace(/^\uFEFF/, ''),
    );
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Options that let an install change the lockfile, also where the variable `CI` forbids that. */
export const INSTALL: Readonly<Record<ManagerName, readonly string[]>> = {
  npm: ['install', '--no-audit', '--no-fund'],
  pnpm: ['install', '--no-frozen-lockfile'],
  yarn: ['install'],
  bun: ['install'],
};

/** The beginning of a command that installs development dependencies. */
export const ADD_FOR_DEVELOPMENT: Readonly<Record<ManagerName, string>> = {
  npm: 'npm install --save-dev',
  pnpm: 'pnpm add --save-dev',
  yarn: 'yarn add --dev',
  bun: 'bun add --dev',
};

/** The beginning of a command that runs a program of a package. */
export const EXECUTE: Readonly<Record<ManagerName, string>> = {
  npm: 'npx',
  pnpm: 'pnpm exec',
  yarn: 'yarn',
  bun: 'bunx',
};
