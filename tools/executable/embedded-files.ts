/** Replaces `node:fs` for the inspector's files, which are assets inside an executable. */

const { getAsset, getAssetKeys } = process.getBuiltinModule('node:sea');

const FOLDER = /^.*[\\/]inspector[\\/]?/;

/** Lists the inspector's files. */
export function readdirSync(folder: string): string[] {
  return FOLDER.test(folder) ? getAssetKeys() : [];
}

/** Reads one of the inspector's files. */
export function readFileSync(file: string): string {
  return getAsset(file.replace(FOLDER, '').replaceAll('\\', '/'), 'utf8');
}
