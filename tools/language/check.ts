/**
 * Finds phrases that the style of this repository avoids, in documents, comments, messages and names of tests.
 * `npm run lint -- language` checks all files, `npx node tools/language/check.ts packages/sdk README.md` only those named.
 */
import { readFileSync } from 'node:fs';
import { conclude } from '../report.ts';
import { run } from '../run.ts';
import { findPhrases } from './find-phrases.ts';

const TEXT = /\.(?:md|[cm]?[jt]s|tsx|sh|ya?ml|py|go|php|css)$|^\.ci\/|(?:^|\/)Dockerfile$/;
// Generated from texts that are checked, or the phrases themselves.
const EXCLUDED = /^docs\/openapi\.yaml$|\.api\.md$|^tools\/language\/|THIRD-PARTY\.md$/;

const listed = await run([
  'git',
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  '--',
  ...process.argv.slice(2),
]);
if (!listed.ok) throw new Error(listed.output);
const files = listed.output.split('\n').filter((file) => TEXT.test(file) && !EXCLUDED.test(file));
conclude(
  files.flatMap((file) => findPhrases(file, readFileSync(file, 'utf8'))),
  `${files.length} files`,
);
