/**
 * Compares `docs/behavior` with the code: each clause has a test, and each id that a file cites exists.
 * `npm run lint -- clauses` checks this. `npx node tools/lint/clauses.ts --print` also prints the tests, the conformance case and the decision of
 * each clause.
 */
import { parseArgs } from 'node:util';
import { conclude } from '../report.ts';
import { root } from '../source-paths.ts';
import { coverageTable, indexClauses } from './clause-index.ts';

const { clauses, findings } = indexClauses(root);

const { print } = parseArgs({ options: { print: { type: 'boolean', default: false } } }).values;
if (print) process.stdout.write(coverageTable(clauses));
conclude(findings, `${clauses.size} clauses`);
