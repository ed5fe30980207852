/** A check of `npm run lint`: a test and the code cite each clause of `docs/behavior`, and each id that a file cites exists. */
import { conclude } from '../report.ts';
import { root } from '../source-paths.ts';
import { indexClauses } from './clause-index.ts';

const { clauses, findings } = indexClauses(root);
conclude(findings, `${clauses.size} clauses`);
