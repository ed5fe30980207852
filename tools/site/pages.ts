import { existsSync, globSync, readFileSync } from 'node:fs';
import { packages } from '../packages/packages.ts';
import { root } from '../source-paths.ts';

/** A document of the repository that has a page of its own. */
export interface Document {
  /** Path in the repository. */
  readonly source: string;
  /** Path in the site, with `.md`. */
  readonly path: string;
}

/** The guides in reading order, each without its folder and ending. */
export const GUIDES: Readonly<Record<string, readonly string[]>> = {
  Start: ['why', 'getting-started', 'raw-http', 'openapi-clients'],
  Send: ['sending', 'campaigns', 'scheduling', 'receipts', 'credits', 'errors', 'retries'],
  'Receive webhooks': ['webhooks', 'webhook-guarantees'],
  Test: [
    'testing',
    'one-time-codes',
    'failures',
    'jest-and-node-test',
    'playwright',
    'cypress',
    'time',
    'moving-from-mocks',
  ],
  'Run the emulator': [
    'end-to-end',
    'control-api',
    'configuration',
    'docker-and-ci',
    'inspector',
    'other-languages',
  ],
  'In production': [
    'production',
    'environment-variables',
    'conformance',
    'troubleshooting',
    'open-points',
    'glossary',
  ],
};

const PROJECT: Readonly<Record<string, string>> = {
  'README.md': 'introduction.md',
  'ARCHITECTURE.md': 'project/architecture.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  '.github/SECURITY.md': 'project/security.md',
  '.github/RELEASING.md': 'project/releasing.md',
  '.github/CODE_OF_CONDUCT.md': 'project/code-of-conduct.md',
  'CHANGELOG.md': 'project/changelog.md',
};

const inRepository = (pattern: string) => globSync(pattern, { cwd: root }).toSorted();

/** The documents with a page of their own. Decisions share one page, and the reference is generated. */
export const documents: readonly Document[] = [
  ...Object.entries(PROJECT)
    .map(([source, path]) => ({ source, path }))
    .filter(({ source }) => existsSync(root + source)),
  ...inRepository('docs/guides/*.md').map((source) => ({ source, path: source.slice('docs/'.length) })),
  ...inRepository('docs/behavior/*.md').map((source) => ({
    source,
    path: readmeToIndex(source.slice('docs/'.length)),
  })),
  ...inRepository('examples/README.md').map((source) => ({ source, path: 'examples/index.md' })),
  ...inRepository('examples/*/README.md').map((source) => ({
    source,
    path: source.replace('/README.md', '.md'),
  })),
  ...inRepository('packages/*/CHANGELOG.md').map((source) => ({
    source,
    path: `project/changelog-${source.split('/')[1]}.md`,
  })),
  ...packages.map(({ name }) => ({
    source: `packages/${name}/README.md`,
    path: `reference/${name}/index.md`,
  })),
];

/** The records of decisions, in the order of their overview. */
export const decisions: readonly string[] = [
  ...read('decisions/README.md').matchAll(/^\| \[([\w-]+)\]\(\1\.md\)/gm),
].map(([, name = '']) => name);

function readmeToIndex(path: string): string {
  return path.replace('README.md', 'index.md');
}

/** The text of a file of the repository. */
export function read(path: string): string {
  return readFileSync(root + path, 'utf8');
}

/** The heading of a Markdown text. */
export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}
