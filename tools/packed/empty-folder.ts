import { existsSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Makes an empty folder with no `node_modules` anywhere above it: packages in there would make up for what is missing
 * below, and nothing would be proved.
 */
export function makeEmptyFolder(): string {
  const parent = [tmpdir(), '/var/tmp', homedir()].find((folder) => !hasModulesAbove(folder));
  if (parent === undefined)
    throw new Error('Every temporary folder is below a node_modules: set TMPDIR to one that is not.');
  return mkdtempSync(join(parent, 'packages-'));
}

function hasModulesAbove(folder: string): boolean {
  if (!existsSync(folder) || existsSync(join(folder, 'node_modules'))) return true;
  return dirname(folder) !== folder && hasModulesAbove(dirname(folder));
}
