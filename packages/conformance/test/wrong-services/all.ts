import { accounts } from './accounts.ts';
import { authentication } from './authentication.ts';
import { dryRuns } from './dry-runs.ts';
import { retrieval } from './retrieval.ts';
import { sending } from './sending.ts';
import { webhooks } from './webhooks.ts';
import type { WrongService } from './wrong-service.ts';

/** Services that are wrong in one point each. For every clause of every case, at least one breaks it. */
export const wrongServices: readonly WrongService[] = [
  ...authentication,
  ...retrieval,
  ...dryRuns,
  ...sending,
  ...accounts,
  ...webhooks,
];
