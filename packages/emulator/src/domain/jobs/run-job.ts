import { runSchedule } from '../rules/schedules.ts';
import type { Job } from '../state/jobs.ts';
import type { Transaction } from '../state/transaction.ts';
import { resolveMessages, sendBatch } from './sending.ts';

/** Does what a job of the agenda says, but for attempts at webhooks: those wait for an answer, and only the dispatcher waits. */
export function runJob(tx: Transaction, job: Exclude<Job, { kind: 'attempt-webhook' }>): void {
  switch (job.kind) {
    case 'send-batch':
      sendBatch(tx, job.batchUuid, job.from ?? 0);
      break;
    case 'resolve-messages':
      resolveMessages(tx, job);
      break;
    case 'run-schedule':
      runSchedule(tx, job.accountUuid, job.version);
  }
}
