import { readFileSync } from 'node:fs';

type Group = Readonly<Record<string, string>>;

/** The groups of dependencies. A package belongs to one of those that users write. */
const GROUPS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;

/** What to write into each group: names and the place that they are installed from. */
export interface Wanted {
  readonly dependencies: Group;
  readonly devDependencies: Group;
}

/**
 * Reads a package.json.
 *
 * @throws {Error} It is not a JSON object, with the file and the reason.
 */
export function readManifest(file: string): string {
  const text = readFileSync(file, 'utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(
      `${file} is not JSON: ${(error as Error).message} Correct it, and run the command again.`,
    );
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error(`${file} is not a JSON object. Correct it, and run the command again.`);
  return text;
}

/** The packages that a package.json names in a group. */
export function groupNames(text: string, group: keyof Wanted): readonly string[] {
  const manifest = JSON.parse(text.replace(/^\uFEFF/, '')) as { readonly [name: string]: Group | undefined };
  return Object.keys(manifest[group] ?? {});
}

/** The text of a package.json with these dependencies. Its indentation, line ends and everything else stay. */
export function withDependencies(text: string, wanted: Wanted): string {
  const [mark = ''] = /^\uFEFF?/.exec(text) ?? [];
  const manifest = JSON.parse(text.slice(mark.length)) as Record<string, unknown>;
  const names = Object.keys({ ...wanted.dependencies, ...wanted.devDependencies });
  for (const group of GROUPS) {
    const { [group]: before } = manifest as { readonly [name: string]: Group | undefined };
    const kept = Object.entries(before ?? {}).filter(([name]) => !names.includes(name));
    const added = group === 'optionalDependencies' ? [] : Object.entries(wanted[group]);
    const all = [...kept, ...added];
    if (before === undefined && all.length === 0) continue;
    manifest[group] = Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? 2;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  return `${mark}${JSON.stringify(manifest, null, indent)}\n`.replaceAll('\n', lineEnd);
}
