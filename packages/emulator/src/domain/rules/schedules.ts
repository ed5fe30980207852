import type { Account } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/** Plans the next run of an account's schedule, if it has one that would do anything. See ACC-6. */
export function armSchedule(tx: Transaction, account: Account): void {
  const { schedule, paid, packaged } = account;
  if (schedule === null || account.deleted) return;
  if (!paid.resetOnSchedule && !packaged.refillOnSchedule) return;
  const dueAt = tx.policy.nextRun(schedule, tx.now);
  tx.schedule(dueAt, { kind: 'run-schedule', accountUuid: account.uuid, version: account.scheduleVersion });
}

/** The job `run-schedule`: resets paid credits to zero and packaged credits to the refill amount, as configured. */
export function runSchedule(tx: Transaction, accountUuid: string, version: number): void {
  const account = tx.state.accounts.get(accountUuid);
  if (account === undefined || account.scheduleVersion !== version) return;
  if (account.paid.resetOnSchedule) tx.record({ type: 'paid-credits-reset', accountUuid });
  if (account.packaged.refillOnSchedule) tx.record({ type: 'packaged-credits-refilled', accountUuid });
  armSchedule(tx, account);
}
