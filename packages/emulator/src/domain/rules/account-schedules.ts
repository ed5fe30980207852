import type { Account } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/** Plans the next run of an account's schedule, if it has a schedule that has an effect. See ACC-6. */
export function armSchedule(tx: Transaction, account: Account): void {
  const { schedule, paid, packaged } = account;
  if (schedule === null || account.deleted) return;
  if (!paid.resetOnSchedule && !packaged.refillOnSchedule) return;
  const dueAt = tx.policy.nextRun(schedule, tx.now);
  tx.schedule(dueAt, { kind: 'run-schedule', accountUuid: account.uuid, version: account.scheduleVersion });
}
