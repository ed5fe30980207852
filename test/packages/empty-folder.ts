import { existsSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * Creates an empty folder that is not below any `node_modules`, where packages could be found that the tested ones lack.
 */
export function makeEmptyFolder(): string {
  const parent = [tmpdir(), '/var/tmp', homedir()].find((folder) => !hasModulesAbove(folder));
  if (parent === undefined)
    throw new Error('Temporary folders are below a node_modules. Set TMPDIR to a folder that is not.');
  return mkdtempSync(join(parent, 'packages-'));
}

function hasModulesAbove(folder: string): boolean {
  if (!existsSync(folder) || existsSync(join(folder, 'node_modules'))) return true;
  return dirname(folder) !== folder && hasModulesAbove(dirname(folder));
}
