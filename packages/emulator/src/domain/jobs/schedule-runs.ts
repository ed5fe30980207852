import { armSchedule } from '../rules/account-schedules.ts';
import { mustGet } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';

/** The job `run-schedule`: resets paid credits to zero and packaged credits to the refill amount, as configured. */
export function runSchedule(tx: Transaction, accountUuid: string): void {
  const account = mustGet(tx.state.accounts, accountUuid);
  if (account.paid.resetOnSchedule) tx.record({ type: 'paid-credits-reset', accountUuid });
  if (account.packaged.refillOnSchedule) tx.record({ type: 'packaged-credits-refilled', accountUuid });
  armSchedule(tx, account);
}
