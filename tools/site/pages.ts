import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from '../source-paths.ts';

/** The guides in reading order, each without its folder and ending. */
export const GUIDES: Readonly<Record<string, readonly string[]>> = {
  Start: ['getting-started', 'how-it-works', 'why', 'raw-http', 'openapi-clients'],
  Send: ['sending', 'campaigns', 'scheduling', 'receipts', 'credits', 'errors', 'retries'],
  'Receive webhooks': ['webhooks', 'webhook-guarantees'],
  Test: [
    'testing',
    'one-time-codes',
    'failures',
    'jest-and-node-test',
    'playwright',
    'cypress',
    'agents',
    'time',
    'moving-from-mocks',
  ],
  'Run the emulator': [
    'end-to-end',
    'inspector',
    'configuration',
    'docker-and-ci',
    'control-api',
    'other-languages',
  ],
  'In production': [
    'requirements',
    'production',
    'environment-variables',
    'conformance',
    'troubleshooting',
    'open-points',
    'glossary',
  ],
};

/** The pages whose address does not follow from their folder. */
const ADDRESSES: Readonly<Record<string, string>> = {
  'README.md': 'introduction.md',
  'ARCHITECTURE.md': 'project/architecture.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'CHANGELOG.md': 'project/changelog.md',
  'docs/site/pages/example-setup.md': 'reference/setup.md',
};

/** Folders of the repository, and where their pages are in the site. */
const FOLDERS: readonly (readonly [pattern: RegExp, address: string])[] = [
  [/^docs\/site\/(pages|generated)\//, ''],
  [/^docs\/site\/reference\//, 'reference/'],
  [/^docs\/(?=guides|behavior)/, ''],
  [/^packages\/([^/]+)\/README/, 'packages/$1'],
  [/^packages\/([^/]+)\/CHANGELOG/, 'project/changelog-$1'],
  [/^examples\/([^/]+)\/README/, 'examples/$1'],
  [/README\.md$/, 'index.md'],
];

/** The address in the site of a file of the repository, such as `guides/errors.md`. */
export function addressOf(source: string): string {
  const fixed = ADDRESSES[source];
  return fixed ?? FOLDERS.reduce((path, [pattern, address]) => path.replace(pattern, address), source);
}

/** The documents of the repository that are pages of the site. VitePress finds them by these patterns. */
const PAGES: readonly string[] = [
  ...Object.keys(ADDRESSES),
  'docs/{guides,behavior}/*.md',
  'docs/site/{pages,generated,reference}/**/*.md',
  'decisions/*.md',
  'examples/README.md',
  'examples/*/README.md',
  'packages/{sdk,emulator,webhooks,conformance,contract}/{README,CHANGELOG}.md',
];

/** The pages, as paths in the repository. */
export function sourcesOfPages(): string[] {
  return globSync(PAGES, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
}

/** The page that shows a file or a folder of the repository, if one does. */
export function pageOf(file: string): string | undefined {
  const [, example] = /^(examples\/[^/]+)\//.exec(file) ?? [];
  const candidates = [
    file,
    posix.join(file, 'README.md'),
    ...(example === undefined ? [] : [`${example}/README.md`]),
  ];
  const special: Readonly<Record<string, string>> = {
    'docs/openapi.yaml': 'api/index.md',
    'docs/control-api.yaml': 'api/control.md',
  };
  const source = candidates.find((one) => one.endsWith('.md') && isPage(one));
  return special[file] ?? (source === undefined ? undefined : addressOf(source));
}

const isPage = (file: string) =>
  PAGES.some((pattern) => posix.matchesGlob(file, pattern)) && existsSync(root + file);

/** The guides without a place in the navigation. */
export function guidesWithoutPlace(): string[] {
  const placed = Object.values(GUIDES).flat();
  return globSync('*.md', { cwd: `${root}docs/guides` }).filter(
    (file) => !placed.includes(file.slice(0, -'.md'.length)),
  );
}

/** The text of a file of the repository. */
export function read(path: string): string {
  return readFileSync(root + path, 'utf8');
}

/** The heading of a Markdown text, without marks of code. */
export function titleOf(text: string): string {
  return (/^# (.+)$/m.exec(text)?.[1] ?? '').replaceAll('`', '');
}
