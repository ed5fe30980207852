/**
 * Holds `docs/behavior` against the code: each clause has a test, and each id that a file cites exists.
 * `npm run lint -- clauses` checks this. `npm run clauses` also prints the tests, the conformance case and the decision of
 * each clause.
 */
import { parseArgs } from 'node:util';
import { indexClauses } from './clause-index.ts';
import { conclude } from './program.ts';
import { root } from './source-paths.ts';

const { clauses, findings } = indexClauses(root);

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
