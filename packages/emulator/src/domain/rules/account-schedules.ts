import { type Account, mustGet } from '../state/state.ts';
import type { Policy, Transaction } from '../state/transaction.ts';

/** Plans the next run of an account's schedule, if it has a schedule that has an effect. See ACC-6. */
export function armSchedule(tx: Transaction, account: Account): void {
  const { schedule, paid, packaged } = account;
  if (schedule === null || account.deleted) return;
  if (!paid.resetOnSchedule && !packaged.refillOnSchedule) return;
  const dueAt = tx.policy.nextRun(schedule, tx.now);
  if (dueAt === undefined) return;
  tx.schedule(dueAt, { kind: 'run-schedule', accountUuid: account.uuid, version: account.scheduleVersion });
}

/**
 * The job `run-schedule`: resets paid credits to zero and packaged credits to the refill amount, as configured. See CRD-10
 * and CRD-11.
 */
export function runSchedule(tx: Transaction, accountUuid: string): void {
  const account = mustGet(tx.state.accounts, accountUuid);
  if (account.paid.resetOnSchedule)
    tx.record({ type: 'paid-credits-reset', accountUuid, decidedBy: tx.origin });
  if (account.packaged.refillOnSchedule)
    tx.record({ type: 'packaged-credits-refilled', accountUuid, decidedBy: tx.origin });
  armSchedule(tx, account);
}

/** The next times of the schedule of an account after an instant. There are fewer if it ends. */
export function nextRuns(
  { nextRun }: Pick<Policy, 'nextRun'>,
  { schedule, deleted }: Account,
  after: number,
  most: number,
): number[] {
  const runs: number[] = [];
  if (schedule === null || deleted) return runs;
  let at = nextRun(schedule, after);
  for (; at !== undefined && runs.length < most; at = nextRun(schedule, at)) runs.push(at);
  return runs;
}
