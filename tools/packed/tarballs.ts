import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Package } from '../packages.ts';
import { type Outcome, run } from '../run.ts';
import { root } from '../source-paths.ts';

/** Where `npm pack` puts a package. */
export function tarballOf({ name, manifest }: Package, folder: string): string {
  return join(folder, `messaging-service-${name}-${manifest.version}.tgz`);
}

const REQUIRED = [
  'package.json',
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'sbom.cdx.json',
  'dist/index.js',
  'dist/index.cjs',
];

/** Everything that may be in a tarball. No tests, and sources only within the source maps. */
const ALLOWED = [
  /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|THIRD-PARTY\.md|sbom\.cdx\.json)$/,
  /^bin\/messaging-[a-z]+\.js$/,
  /^dist\/[\w-]+\.(js|cjs|d\.ts|d\.cts|js\.map)$/,
  /^[\w-]+\/package\.json$/,
  /^dist\/inspector\/([\w-]+\/)*[\w.-]+\.(html|js|css|svg|ico|png|woff2)$/,
];

/** A tarball has all that it should have, and nothing else. */
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
    ...builtFiles(one).flatMap(strayReferences),
  ];
  return {
    ok: listed.ok && problems.length === 0,
    output: problems.join('\n') || listed.output,
    seconds: listed.seconds,
  };
}

/** References to what only this machine has. */
function strayReferences([file, text]: readonly [string, string]): string[] {
  return [
    ...(file.endsWith('.map') ? mapProblems(file, text) : []),
    ...(text.includes(root) ? [`${file} has a path of this machine`] : []),
  ];
}

/** A source map has to hold the sources, and their paths have to be relative. */
function mapProblems(file: string, text: string): string[] {
  const {
    sources,
    sourcesContent = [],
    sourceRoot = '',
  } = JSON.parse(text) as {
    readonly sources: readonly string[];
    readonly sourcesContent?: readonly (string | null)[];
    readonly sourceRoot?: string;
  };
  return [
    ...(sources.every((_, at) => typeof sourcesContent[at] === 'string') ? [] : [`${file} lacks sources`]),
    ...(/^(\/|\w+:)/.test(sourceRoot) ? [`${file} has an absolute source root`] : []),
    ...sources.filter((path) => /^(\/|[a-z]:[\\/]|file:)/i.test(path)).map((path) => `${file} names ${path}`),
  ];
}

/** Every import in the built files must be something that is installed along with the package. */
export function onlyDeclaredImports(one: Package): Outcome {
  const { dependencies, peerDependencies } = one.manifest;
  const declared = Object.keys({ ...dependencies, ...peerDependencies });
  const allowed = (name: string) =>
    /^(\.|node:)/.test(name) || declared.some((other) => name === other || name.startsWith(`${other}/`));
  const files = builtFiles(one).filter(([file]) => /^dist\/[^/]+\.(c?js|d\.c?ts)$/.test(file));
  const undeclared = files.flatMap(([file, text]) => {
    const imports = text.matchAll(
      /^(?:import|export)\b[^'"\n]*["']([^"'\n]+)["']|\b(?:require|import)\(["']([^"'\n]+)["']\)/gm,
    );
    return [...imports]
      .map((match) => match[1] ?? match[2] ?? '')
      .filter((name) => !allowed(name))
      .map((name) => `${file} imports ${name}, which is not a dependency`);
  });
  return {
    ok: undeclared.length === 0 && files.length > 0,
    output: undeclared.join('\n') || 'dist is empty',
    seconds: 0,
  };
}

function builtFiles({ folder }: Package): (readonly [file: string, text: string])[] {
  return readdirSync(`${folder}/dist`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map(
      (path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')] as const,
    );
}
