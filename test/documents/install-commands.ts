import { globSync, readFileSync } from 'node:fs';
import { root } from '../../tools/source-paths.ts';

interface Manifest {
  readonly name: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readManifest = (path: string) => JSON.parse(readFileSync(`${root}${path}`, 'utf8')) as Manifest;
const { scripts = {}, devDependencies = {} } = readManifest('package.json');
const manifests = globSync(['{packages,examples}/*/package.json', 'docs/clients/package.json'], {
  cwd: root,
}).map(readManifest);
const installable = new Set([
  ...manifests.flatMap((one) => [one.name, ...Object.keys(one.devDependencies ?? {})]),
  ...Object.keys(devDependencies),
]);

/** The reason why a line is not an install command; undefined if it is one. */
export function installProblem(line: string): string | undefined {
  const command = line.replace(/\s+#.*$/, '');
  if (['npm ci', 'npm cit', 'npm init -y', 'npm pkg set type=module'].includes(command)) return undefined;
  // The packed packages are compiled in a project that exactly this command has set up.
  if (/^npx tsc --init(?: [\w-]+)+$/.test(command)) return undefined;
  if (/^(?:mkdir|cd|npm run use-in --) \.\.\/[\w-]+$/.test(command)) return undefined;
  const [, script] = /^npm ci && npm run (\S+)$/.exec(command) ?? [];
  if (script !== undefined) return script in scripts ? undefined : `there is no script ${script}`;
  const [, names] = /^npm install (?:--save-dev )?(\S.*)$/.exec(command) ?? [];
  if (names === undefined) return 'it is not an install command';
  const unknown = names.split(' ').filter((name) => !installable.has(name));
  return unknown.length === 0
    ? undefined
    : `it installs what these packages do not know: ${unknown.join(' ')}`;
}
