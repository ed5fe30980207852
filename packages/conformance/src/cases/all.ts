import type { Case } from './case.ts';
import { accounts } from './accounts.ts';
import { authentication } from './authentication.ts';
import { dryRuns } from './dry-runs.ts';
import { reading } from './retrieval.ts';
import { sending } from './sending.ts';
import { webhooks } from './webhooks.ts';

/** Every clause that a service can be asked after, harmless ones first. */
export const cases: readonly Case[] = [
  ...authentication,
  ...reading,
  ...dryRuns,
  ...sending,
  ...accounts,
  ...webhooks,
];
