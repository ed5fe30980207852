import { runSchedule } from '../rules/account-schedules.ts';
import type { Job } from '../state/jobs.ts';
import type { Transaction } from '../state/transaction.ts';
import { resolveMessages, sendBatch } from './sending.ts';

/**
 * Runs a job that the agenda has taken, so it is not stale. An attempt at a webhook waits for a response, so the dispatcher
 * makes it.
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
