import { armSchedule } from '../rules/schedules.ts';
import type { Transaction } from '../state/transaction.ts';

/** The job `run-schedule`: resets paid credits to zero and packaged credits to the refill amount, as configured. */
export function runSchedule(tx: Transaction, accountUuid: string, version: number): void {
  const account = tx.state.accounts.get(accountUuid);
  if (account === undefined || account.scheduleVersion !== version) return;
  if (account.paid.resetOnSchedule) tx.record({ type: 'paid-credits-reset', accountUuid });
  if (account.packaged.refillOnSchedule) tx.record({ type: 'packaged-credits-refilled', accountUuid });
  armSchedule(tx, account);
}
