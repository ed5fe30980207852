import { credits } from './credits.ts';
import type { OpenPoint } from './interpretation.ts';
import { requests } from './requests.ts';
import { statuses } from './statuses.ts';
import { webhooks } from './webhooks.ts';

/** All open points of docs/behavior that calls of the service can show, and some that they cannot. */
export const openPoints: readonly OpenPoint[] = [...requests, ...statuses, ...webhooks, ...credits];
