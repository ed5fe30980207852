import { bodies } from './bodies.ts';
import { credits } from './credits.ts';
import { identifiers } from './identifiers.ts';
import type { OpenPoint } from './interpretation.ts';
import { statuses } from './statuses.ts';
import { times } from './times.ts';
import { webhooks } from './webhooks.ts';

/** All open points of docs/behavior that calls of the service can show, and some that they cannot. */
export const openPoints: readonly OpenPoint[] = [
  ...bodies,
  ...statuses,
  ...identifiers,
  ...times,
  ...webhooks,
  ...credits,
];
