import { isStale, type Job } from '../../domain/state/jobs.ts';
import type { State } from '../../domain/state/state.ts';
import type { AgendaSnapshot } from '../core/agenda.ts';
import { refuse } from './snapshot.ts';
import { isReceiptOf } from './values.ts';

/**
 * Requires that pending jobs have an object, and that none of them is there twice. A snapshot has no stale jobs, except for
 * attempts at webhooks that were running: another attempt may have succeeded meanwhile.
 */
export function checkJobs(agenda: AgendaSnapshot, state: State): void {
  const once = new Set<string>();
  for (const [place, [, jobs]] of agenda.entries()) {
    for (const [index, job] of jobs.entries()) {
      const path = `agenda.${place}.1.${index}`;
      requireObjects(job, state, path);
      if (job.kind !== 'attempt-webhook' && isStale(state, job))
        refuse(path, 'is a job whose object is in another state');
      const object = objectOf(job);
      if (object === undefined) continue;
      if (once.has(object)) refuse(path, 'is a job that occurs twice');
      once.add(object);
    }
  }
}

/** The object of a job that it has only one of. */
function objectOf(job: Job): string | undefined {
  if (job.kind === 'send-batch') return job.batchUuid;
  return job.kind === 'run-schedule' ? job.accountUuid : undefined;
}

function requireObjects(job: Job, { batches, messages, deliveries, accounts }: State, path: string): void {
  switch (job.kind) {
    case 'send-batch':
      if (!batches.has(job.batchUuid)) refuse(`${path}.batchUuid`, 'is not the UUID of a batch');
      break;
    case 'resolve-messages': {
      const unknown = job.messageUuids.findIndex((uuid) => !messages.has(uuid));
      if (unknown !== -1) refuse(`${path}.messageUuids.${unknown}`, 'is not the UUID of a message');
      if (!isReceiptOf(job.delivered, job.receipt))
        refuse(`${path}.receipt.code`, 'does not fit the outcome');
      break;
    }
    case 'attempt-webhook':
      if (!deliveries.has(job.deliveryId)) refuse(`${path}.deliveryId`, 'is not the identifier of a webhook');
      break;
    case 'run-schedule':
      if (!accounts.has(job.accountUuid)) refuse(`${path}.accountUuid`, 'is not the UUID of an account');
  }
}
