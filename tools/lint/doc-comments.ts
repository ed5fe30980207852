/**
 * A check of `npm run lint`: each block tag of a doc comment, such as `@param`, begins a line. Within a line the compiler and
 * the documents take it for text, so that a parameter or an error has no description.
 */
import { globSync, readFileSync } from 'node:fs';
import { conclude } from '../report.ts';
import { root } from '../source-paths.ts';
import { swallowedTags } from './swallowed-tags.ts';

const files = globSync('{packages,tools,test,examples,benches,docs/site}/**/*.{ts,tsx,mts,mjs}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|reports|\..+)$/.test(name),
});
const findings = files.flatMap((file) =>
  swallowedTags(file, readFileSync(root + file, 'utf8')).map(
    ({ line, tag }) => `${file}:${line}: ${tag} is inside a line of a doc comment; begin a line with it`,
  ),
);
conclude(findings, `${files.length} files`);
