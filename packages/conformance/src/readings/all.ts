import type { OpenPoint } from '../reading.ts';
import { bodies } from './bodies.ts';
import { credits } from './credits.ts';
import { statuses } from './statuses.ts';
import { times } from './times.ts';

/** Every point that the specification leaves open: the end of facts.md, and what else `decisions/` has records of. */
export const openPoints: readonly OpenPoint[] = [...bodies, ...statuses, ...times, ...credits];
