import { armSchedule } from '../rules/account-schedules.ts';
import type { Job } from '../state/jobs.ts';
import { mustGet } from '../state/state.ts';
import type { Transaction } from '../state/transaction.ts';
import { resolveMessages, sendBatch } from './sending.ts';

/**
 * Runs a job that the agenda has taken, so it is not stale. Attempts at webhooks wait for a response, and only the
 * dispatcher waits.
 */
export function runJob(tx: Transaction, job: Exclude<Job, { kind: 'attempt-webhook' }>): void {
  switch (job.kind) {
    case 'send-batch':
      sendBatch(tx, job.batchUuid);
      break;
    case 'resolve-messages':
      resolveMessages(tx, job);
      break;
    case 'run-schedule':
      runSchedule(tx, job.accountUuid);
  }
}

/** The job `run-schedule`: resets paid credits to zero and packaged credits to the refill amount, as configured. */
function runSchedule(tx: Transaction, accountUuid: string): void {
  const account = mustGet(tx.state.accounts, accountUuid);
  if (account.paid.resetOnSchedule) tx.record({ type: 'paid-credits-reset', accountUuid });
  if (account.packaged.refillOnSchedule) tx.record({ type: 'packaged-credits-refilled', accountUuid });
  armSchedule(tx, account);
}
