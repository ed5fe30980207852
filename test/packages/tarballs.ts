import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Package, packages } from '../../tools/packages/packages.ts';
import { type Outcome, run } from '../../tools/run.ts';
import { root } from '../../tools/source-paths.ts';

/** Packs all packages into a folder. */
export async function packAll(folder: string): Promise<void> {
  const workspaces = packages.flatMap(({ manifest }) => ['--workspace', manifest.name]);
  const { ok, output } = await run(['npm', 'pack', '--pack-destination', folder, ...workspaces]);
  if (!ok) throw new Error(output);
}

/** The tarballs in a folder. */
export function tarballs(folder: string): string[] {
  return packages.map((one) => tarballOf(one, folder));
}

/** The file that `npm pack` writes for a package. */
export function tarballOf({ name, manifest }: Package, folder: string): string {
  return join(folder, `messaging-service-${name}-${manifest.version}.tgz`);
}

/** The tarball of the package with a name, if it is one of this repository. */
export function tarballNamed(name: string, folder: string): string | undefined {
  const found = packages.find(({ manifest }) => manifest.name === name);
  return found && tarballOf(found, folder);
}

const REQUIRED = [
  'package.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'llms.txt',
  'llms-full.txt',
  'sbom.cdx.json',
  'dist/index.js',
  'dist/index.cjs',
];

/** The files that a tarball may contain: no tests, and sources only in the source maps. */
const ALLOWED = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|THIRD-PARTY\.md|sbom\.cdx\.json|llms(-full)?\.txt)$/,
  /^bin\/messaging-[a-z]+\.js$/,
  /^dist\/[\w-]+\.(js|cjs|d\.ts|d\.cts|js\.map)$/,
  /^[\w-]+\/package\.json$/,
  /^(dist\/(agents\.md|control-api\.yaml|public-api\.yaml)|config\.schema\.json)$/,
  /^dist\/inspector\/([\w-]+\/)*[\w.-]+\.(html|js|css|svg|ico|png|woff2)$/,
];

/** Checks that a tarball contains all required files and no others. */
export async function checkContents(one: Package, folder: string): Promise<Outcome> {
  const listed = await run(['tar', '-tzf', tarballOf(one, folder)]);
  const files = listed.output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^package\//, ''));
  const problems = [
    ...REQUIRED.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files
      .filter((file) => !ALLOWED.some((pattern) => pattern.test(file)))
      .map((file) => `${file} should not be in it`),
    ...builtFiles(one).flatMap((file) => [...strayReferences(file, files), ...undeclaredImports(file, one)]),
  ];
  return {
    ok: listed.ok && problems.length === 0,
    output: problems.join('\n') || listed.output,
    seconds: listed.seconds,
  };
}

interface SourceMap {
  readonly mappings?: string;
  readonly sources?: readonly string[];
  readonly sourcesContent?: readonly unknown[];
}

/** Finds paths of this machine, source maps without mappings or sources, and references to maps that are missing. */
function strayReferences([file, text]: readonly [string, string], files: readonly string[]): string[] {
  const isMap = file.endsWith('.map');
  const { mappings = '', sources = [], sourcesContent = [] } = isMap ? (JSON.parse(text) as SourceMap) : {};
  const hasSources = sources.length > 0 && sourcesContent.every((source) => typeof source === 'string');
  const [, map] = /^\/\/# sourceMappingURL=(\S+)$/m.exec(/\.c?js$/.test(file) ? text : '') ?? [];
  return [
    ...(text.includes(root) ? [`${file} has a path of this machine`] : []),
    ...(isMap && !hasSources ? [`${file} lacks sources`] : []),
    ...(isMap && !/[^;]/.test(mappings) ? [`${file} lacks mappings`] : []),
    ...(map !== undefined && !files.includes(`dist/${map}`) ? [`${file} names a map that is missing`] : []),
  ];
}

/** Finds imports of declarations that an installation of the package alone cannot resolve. */
function undeclaredImports([file, text]: readonly [string, string], { manifest }: Package): string[] {
  if (!/\.d\.c?ts$/.test(file)) return [];
  const declared = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const isDeclared = (name: string) => declared.some((each) => name === each || name.startsWith(`${each}/`));
  return [...text.matchAll(/^(?:import|export) .* from '([^.'][^']*)';$/gm)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('node:') && !isDeclared(name))
    .map((name) => `${file} imports ${name}, which is not a dependency`);
}

function builtFiles({ folder }: Package): (readonly [file: string, text: string])[] {
  return readdirSync(`${folder}/dist`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map(
      (path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const,
    );
}
