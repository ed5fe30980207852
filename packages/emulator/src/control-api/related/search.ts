import type { Job } from '../../domain/state/jobs.ts';
import { type Batch, bareNumber, mustGet } from '../../domain/state/state.ts';
import type { Service } from '../../service/service.ts';
import { jobId } from '../views/job.ts';
import { changesOf } from '../views/ledger.ts';
import { requestOf } from '../views/request.ts';
import { relatedDeliveries } from './deliveries.ts';
import { type ObjectKind, Related, type RelatedGroup } from './objects.ts';
import { FIND, type Reach } from './subjects.ts';

/** Batches and messages whose webhooks and requests are searched for. */
const MOST_SEARCHED = 5;
/** Pending jobs that are returned at most. */
const MOST_JOBS = 11;

/** The objects of all kinds that an object is related to, without itself; undefined when it does not exist. */
export function relatedTo(service: Service, kind: ObjectKind, id: string): RelatedGroup[] | undefined {
  const related = new Related();
  const reach = FIND[kind](service, id, related);
  if (reach === undefined) return undefined;
  complete(service, related, reach);
  return related.groups(service, { kind, id });
}

/** Adds what follows from the messages and batches that were found. */
function complete(service: Service, related: Related, reach: Reach): void {
  const { state } = service.core;
  for (const { to } of related.messages.values) related.phones.add(bareNumber(to), bareNumber(to));
  for (const { accountUuid } of related.batches.values) related.accounts.add(accountUuid, accountUuid);
  const batches = related.batches.values.slice(0, MOST_SEARCHED);
  if (reach !== 'account') {
    for (const { uuid } of batches) {
      const request = requestOf(service.requests, uuid);
      if (request !== undefined) related.requests.add(request.id, request);
    }
    const subjects = reach === 'messages' ? related.messages.values.slice(0, MOST_SEARCHED) : batches;
    for (const { uuid } of subjects) related.addWebhooks(relatedDeliveries(state, uuid));
    for (const accountUuid of new Set(related.batches.values.map((batch) => batch.accountUuid))) {
      for (const change of changesOf(mustGet(state.accounts, accountUuid).ledger).reverse())
        if (related.batches.has(change.about ?? '')) related.addChange(accountUuid, change);
    }
  }
  if (!mayHaveJobs(related, reach)) return;
  const jobs = service.core.agenda.upcoming(MOST_JOBS, (job) => concerns(service, job, related, reach));
  for (const due of jobs) related.jobs.add(jobId(due.job), due);
}

/** Whether anything that was found can still be pending; otherwise the agenda, which can be long, is not searched. */
function mayHaveJobs({ batches, messages, webhooks, schedules }: Related, reach: Reach): boolean {
  return (
    reach === 'account' ||
    schedules.size > 0 ||
    batches.values.some(({ pending, messages: all }) =>
      reach === 'batches' ? all.some(({ resolved }) => resolved === undefined) : pending,
    ) ||
    messages.values.some(({ resolved }) => resolved === undefined) ||
    webhooks.values.some(({ state }) => state === 'pending')
  );
}

/** Whether a job is about one of the objects. */
function concerns({ core: { state } }: Service, job: Job, related: Related, reach: Reach): boolean {
  const isOurs = (batch: Batch | undefined) =>
    batch !== undefined &&
    (reach === 'account' ? related.accounts.has(batch.accountUuid) : related.batches.has(batch.uuid));
  switch (job.kind) {
    case 'send-batch':
      return isOurs(state.batches.get(job.batchUuid));
    case 'resolve-messages':
      return reach === 'messages'
        ? job.messageUuids.some((uuid) => related.messages.has(uuid))
        : isOurs(state.messages.get(job.messageUuids[0] ?? '')?.batch);
    case 'attempt-webhook':
      return reach === 'account'
        ? related.accounts.has(state.deliveries.get(job.deliveryId)?.accountUuid ?? '')
        : related.webhooks.has(job.deliveryId);
    case 'run-schedule':
      return related.schedules.has(job.accountUuid);
  }
}
