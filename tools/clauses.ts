/**
 * Holds `docs/behavior` against the code: each clause has a test, and each id that the code cites exists.
 * `npm run lint -- clauses` checks this, `npm run clauses` also prints the tests, the conformance case and the decision
 * of each clause.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { conclude } from './report.ts';
import { root } from './source-paths.ts';

interface Clause {
  readonly title: string;
  readonly page: string;
  readonly decisions: readonly string[];
  readonly tests: Set<string>;
  readonly conformance: Set<string>;
}

const folder = `${root}docs/behavior`;
const clauses = new Map<string, Clause>();
const findings: string[] = [];

for (const page of readdirSync(folder).filter((name) => name !== 'README.md')) {
  const [, ...sections] = readFileSync(`${folder}/${page}`, 'utf8').split(/^### /m);
  for (const section of sections) {
    const [, id = '', title = ''] = /^([A-Z]{3}-\d+) (.+)$/m.exec(section) ?? [];
    if (id === '') findings.push(`docs/behavior/${page}: a heading without an id: ${section.split('\n')[0]}`);
    if (clauses.has(id)) findings.push(`docs/behavior/${page}: ${id} is the id of two clauses`);
    const decisions = [...section.matchAll(/decisions\/([\w-]+)\.md/g)].map(([, name = '']) => name);
    clauses.set(id, { title, page, decisions, tests: new Set(), conformance: new Set() });
  }
}

const prefixes = new Set([...clauses.keys()].map((id) => id.slice(0, 3)));
const files = globSync('{packages,examples,test,runtimes}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist|\.tmp)$/.test(name),
});
for (const file of files) {
  const isTest = /\.test(-d)?\.tsx?$/.test(file);
  const isConformance = file.startsWith('packages/conformance/src/');
  for (const [id, prefix = ''] of readFileSync(root + file, 'utf8').matchAll(/\b([A-Z]{3})-\d+\b/g)) {
    if (!prefixes.has(prefix)) continue;
    const clause = clauses.get(id);
    if (clause === undefined) findings.push(`${file}: there is no clause ${id} in docs/behavior`);
    else if (isTest) clause.tests.add(file);
    else if (isConformance) clause.conformance.add(relative('packages/conformance/src', file));
  }
}
for (const [id, { title, page, tests }] of clauses)
  if (tests.size === 0) findings.push(`docs/behavior/${page}: no test cites ${id} (${title})`);

if (parseArgs({ options: { print: { type: 'boolean', default: false } } }).values.print) {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(
    row(['clause', 'tests', 'conformance', 'decision']) + row(['---', '---', '---', '---']),
  );
  for (const [id, { title, tests, conformance, decisions }] of clauses)
    process.stdout.write(
      row([`${id} ${title}`, [...tests].join('<br>'), [...conformance].join('<br>'), decisions.join(', ')]),
    );
}
conclude(findings, `${clauses.size} clauses`);
