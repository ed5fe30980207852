import type { Job } from '../../domain/state/jobs.ts';
import { type Batch, bareNumber, mustGet, type State } from '../../domain/state/state.ts';
import type { Service } from '../../service/service.ts';
import { deliveriesAbout } from '../views/delivery.ts';
import { changesOf } from '../views/ledger.ts';
import { requestOf } from '../views/request.ts';
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
function complete({ core, requests }: Service, related: Related, reach: Reach): void {
  const { state, agenda } = core;
  for (const { to } of related.messages) related.phones.add(bareNumber(to));
  for (const { accountUuid } of related.batches) related.accounts.add(accountUuid);
  if (reach !== 'account') {
    const batches = [...related.batches].slice(0, MOST_SEARCHED);
    const messages = [...related.messages].slice(0, MOST_SEARCHED);
    for (const batch of batches) {
      const request = requestOf(requests, batch);
      if (request !== undefined) related.requests.add(request);
    }
    const searched = reach === 'messages' ? messages : batches.flatMap((batch) => batch.messages);
    related.addWebhooks(deliveriesAbout(state, searched));
    for (const accountUuid of new Set(Array.from(related.batches, (batch) => batch.accountUuid)))
      for (const change of changesOf(mustGet(state.accounts, accountUuid).ledger).reverse())
        if (isOf(related.batches, state.batches.get(change.about ?? '')))
          related.entries.set(change, accountUuid);
  }
  for (const due of agenda.upcoming(MOST_JOBS, (job) => concerns(state, job, related, reach)))
    related.jobs.add(due);
}

/** Whether a job is about one of the objects. */
function concerns(state: State, job: Job, related: Related, reach: Reach): boolean {
  const isOurs = (batch: Batch | undefined) =>
    reach === 'account' ? isOf(related.accounts, batch?.accountUuid) : isOf(related.batches, batch);
  switch (job.kind) {
    case 'send-batch':
      return isOurs(state.batches.get(job.batchUuid));
    case 'resolve-messages':
      return reach === 'messages'
        ? job.messageUuids.some((uuid) => isOf(related.messages, state.messages.get(uuid)))
        : isOurs(state.messages.get(job.messageUuids[0] ?? '')?.batch);
    case 'attempt-webhook': {
      const delivery = state.deliveries.get(job.deliveryId);
      return reach === 'account'
        ? isOf(related.accounts, delivery?.accountUuid)
        : isOf(related.webhooks, delivery);
    }
    case 'run-schedule':
      return related.schedules.has(job.accountUuid);
  }
}

function isOf<Value>(objects: ReadonlySet<Value>, object: Value | undefined): boolean {
  return object !== undefined && objects.has(object);
}
