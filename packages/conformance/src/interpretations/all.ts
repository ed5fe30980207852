import type { OpenPoint } from './interpretation.ts';
import { bodies } from './bodies.ts';
import { credits } from './credits.ts';
import { statuses } from './statuses.ts';
import { times } from './times.ts';

/** Every open point of docs/behavior that an operation can show. */
export const openPoints: readonly OpenPoint[] = [...bodies, ...statuses, ...times, ...credits];
