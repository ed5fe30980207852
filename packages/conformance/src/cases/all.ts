import { accounts } from './accounts.ts';
import { authentication } from './authentication.ts';
import type { Case } from './case.ts';
import { dryRuns } from './dry-runs.ts';
import { retrieval } from './retrieval.ts';
import { sending } from './sending.ts';
import { webhooks } from './webhooks.ts';

/** All cases, those without side effects first. */
export const cases: readonly Case[] = [
  ...authentication,
  ...retrieval,
  ...dryRuns,
  ...sending,
  ...accounts,
  ...webhooks,
];
