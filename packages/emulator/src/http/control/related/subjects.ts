import { type Batch, bareNumber, type Delivery } from '../../../domain/state/state.ts';
import { type Scan, visitEach } from '../../../domain/views/scan.ts';
import type { Service } from '../../../service/service.ts';
import type { LoggedRequest } from '../../public/request-log.ts';
import { keyOf } from '../../wire/decode.ts';
import { describeDelivery } from '../views/delivery.ts';
import { jobId } from '../views/job.ts';
import { batchOf, entryText } from '../views/ledger-entries.ts';
import { isRequestTo } from '../views/request.ts';
import { destinationsOf, readObjects } from '../views/request-objects.ts';
import { relatedDeliveries } from './deliveries.ts';
import { type DueJob, dueJob, type ObjectKind, type Related } from './objects.ts';

/** The objects that belong to an object: only its own messages, whole batches, or everything of an account. */
export type Reach = 'messages' | 'batches' | 'account';

/** The maximum number of deliveries of other accounts that are skipped. */
const MOST_PASSED = 5_000;
/** Facts between a change of credits and the warning that it causes. */
const MOST_BETWEEN = 200;
/** The maximum number of messages of one object that are checked. */
const MOST_MESSAGES = 15;
/** The facts that the schedule of an account causes. */
const SCHEDULED: ReadonlySet<string> = new Set(['paid-credits-reset', 'packaged-credits-refilled']);

type Find = (service: Service, id: string, related: Related) => Scan<Reach | undefined> | Reach | undefined;

/** Finds the objects that an object is directly related to. The result is undefined when it does not exist. */
export const FIND = {
  message({ core: { state } }: Service, id: string, related: Related): Reach | undefined {
    const message = state.messages.get(id);
    related.addMessage(message);
    return message && 'messages';
  },
  batch({ core: { state } }: Service, id: string, related: Related): Reach | undefined {
    const batch = state.batches.get(id);
    addWhole(related, batch);
    return batch && 'batches';
  },
  request(service: Service, id: string, related: Related): Reach | undefined {
    const request = service.requests.entries().find((entry) => String(entry.id) === id);
    if (request !== undefined) addRequest(service, request, related);
    return request && 'batches';
  },
  webhook(service: Service, id: string, related: Related): Reach | undefined {
    const delivery = service.core.state.deliveries.get(id);
    return delivery && addDelivery(service, delivery, related);
  },
  *phone(service: Service, id: string, related: Related): Scan<Reach | undefined> {
    const number = bareNumber(id);
    for (
      let sent = service.core.state.handsets.get(number);
      sent && !related.messages.isFull;
      sent = sent.previous
    )
      related.addMessage(sent);
    for (const entry of service.requests.entries().toReversed())
      if (isRequestTo(entry, number)) related.requests.add(entry.id, entry);
    const mentioned = yield* relatedDeliveries(service.core.state, number);
    related.addWebhooks(mentioned.filter((delivery) => phoneOf(delivery) === number));
    return 'messages';
  },
  *account(service: Service, id: string, related: Related): Scan<Reach | undefined> {
    const account = service.core.state.accounts.get(id);
    if (account === undefined) return undefined;
    related.accounts.add(id, id);
    related.schedules.add(id);
    for (const entry of service.requests.entries().toReversed())
      if (keyOf(entry.request.url) === account.apiKey) related.requests.add(entry.id, entry);
    yield* visitFacts(service, (seq) => {
      const fact = service.core.journal.entry(seq)?.fact;
      if (fact === undefined || !('accountUuid' in fact) || fact.accountUuid !== id) return false;
      addWhole(related, service.core.state.batches.get(batchOf(fact) ?? ''), 1);
      if (entryText(fact) !== undefined) related.entries.add(seq, seq);
      return related.entries.isFull && related.batches.isFull;
    });
    let passed = 0;
    yield* visitEach(service.core.state.deliveries.valuesBackwards(), (delivery) => {
      if (delivery.accountUuid === id) related.addWebhooks([delivery]);
      return related.webhooks.isFull || ++passed > MOST_PASSED;
    });
    return 'account';
  },
  entry(service: Service, id: string, related: Related): Reach | undefined {
    const { state, journal } = service.core;
    const seq = Number(id);
    const fact = journal.entry(seq)?.fact;
    if (fact === undefined || !('accountUuid' in fact) || entryText(fact) === undefined) return undefined;
    related.accounts.add(fact.accountUuid, fact.accountUuid);
    if (SCHEDULED.has(fact.type)) related.schedules.add(fact.accountUuid);
    addWhole(related, state.batches.get(batchOf(fact) ?? ''));
    related.addWebhooks(warningsOf(service, seq, fact.accountUuid));
    for (const entry of service.requests.entries())
      if (isCauseOf(entry, seq, batchOf(fact))) related.requests.add(entry.id, entry);
    return 'batches';
  },
  *job(service: Service, id: string, related: Related): Scan<Reach | undefined> {
    const [due] = yield* service.core.agenda.upcoming(1, dueJob, (job) => jobId(job) === id);
    return due && (yield* addSubjectOf(service, due, related));
  },
} satisfies Readonly<Record<ObjectKind, Find>>;

/** Whether a call caused a change of credits: it created the batch, or the change was made while it was handled. */
function isCauseOf(
  { seq, endSeq, request, reply }: LoggedRequest,
  changed: number,
  batchUuid?: string,
): boolean {
  if (batchUuid === undefined) return seq < changed && changed <= endSeq;
  return request.method === 'POST' && reply !== 'disconnect' && reply.body.includes(batchUuid);
}

function* addSubjectOf(service: Service, { job }: DueJob, related: Related): Scan<Reach | undefined> {
  const { state } = service.core;
  switch (job.kind) {
    case 'send-batch':
      addWhole(related, state.batches.get(job.batchUuid));
      return 'batches';
    case 'resolve-messages':
      for (const uuid of job.messageUuids.slice(0, MOST_MESSAGES))
        related.addMessage(state.messages.get(uuid));
      return 'messages';
    case 'attempt-webhook': {
      const delivery = state.deliveries.get(job.deliveryId);
      return delivery && addDelivery(service, delivery, related);
    }
    case 'run-schedule':
      return yield* FIND.account(service, job.accountUuid, related);
  }
}

function addRequest(service: Service, entry: LoggedRequest, related: Related): void {
  const { core } = service;
  const { batchUuids, messageUuids, accountUuid } = readObjects(core.state, entry);
  related.requests.add(entry.id, entry);
  for (const uuid of messageUuids) related.addMessage(core.state.messages.get(uuid));
  for (const uuid of batchUuids) addWhole(related, core.state.batches.get(uuid));
  for (const number of destinationsOf(entry.request.body))
    related.phones.add(bareNumber(number), bareNumber(number));
  if (accountUuid !== null) related.accounts.add(accountUuid, accountUuid);
  // A call with the key of an organization names the account, and the facts that it caused show which change it is.
  for (let seq = entry.seq + 1; seq <= Math.min(entry.endSeq, entry.seq + MOST_BETWEEN); seq++) {
    const fact = core.journal.entry(seq)?.fact;
    if (fact === undefined || !('accountUuid' in fact) || accountUuid !== null) continue;
    related.accounts.add(fact.accountUuid, fact.accountUuid);
    if (entryText(fact) !== undefined) related.entries.add(seq, seq);
  }
}

function addDelivery(service: Service, delivery: Delivery, related: Related): Reach {
  const { core, attempts } = service;
  const { messageUuid, batchUuid } = describeDelivery(delivery, attempts);
  related.webhooks.add(delivery.id, delivery);
  related.accounts.add(delivery.accountUuid, delivery.accountUuid);
  related.addMessage(core.state.messages.get(messageUuid ?? ''));
  related.addBatch(core.state.batches.get(batchUuid ?? ''));
  const phone = phoneOf(delivery);
  if (phone !== undefined) related.phones.add(phone, phone);
  if (delivery.kind === 'credit-notification') addCauseOf(service, delivery, related);
  return 'messages';
}

/** The change of credits after which a warning was queued. */
function addCauseOf({ core: { journal, state } }: Service, delivery: Delivery, related: Related): void {
  let isBefore = false;
  for (let seq = journal.seq; seq >= journal.oldestSeq; seq--) {
    const fact = journal.entry(seq)?.fact;
    if (fact?.type === 'webhook-queued' && fact.deliveryId === delivery.id) isBefore = true;
    if (!isBefore || fact === undefined || entryText(fact) === undefined) continue;
    if (!('accountUuid' in fact) || fact.accountUuid !== delivery.accountUuid) continue;
    related.entries.add(seq, seq);
    addWhole(related, state.batches.get(batchOf(fact) ?? ''));
    return;
  }
}

/** The warnings that a change of credits caused: those that were queued before the next change. */
function warningsOf({ core: { journal, state } }: Service, changed: number, accountUuid: string): Delivery[] {
  const warnings: Delivery[] = [];
  for (let seq = changed + 1; seq <= Math.min(journal.seq, changed + MOST_BETWEEN); seq++) {
    const fact = journal.entry(seq)?.fact;
    if (fact === undefined || !('accountUuid' in fact) || fact.accountUuid !== accountUuid) continue;
    if (entryText(fact) !== undefined) break;
    const delivery = fact.type === 'webhook-queued' ? state.deliveries.get(fact.deliveryId) : undefined;
    if (delivery?.kind === 'credit-notification') warnings.push(delivery);
  }
  return warnings;
}

/** Visits the facts that are kept, the latest one first, until `visit` returns true. */
export function visitFacts({ core: { journal } }: Service, visit: (seq: number) => boolean): Scan<void> {
  function* numbers(): Generator<number> {
    for (let { seq } = journal; seq >= journal.oldestSeq; seq--) yield seq;
  }
  return visitEach(numbers(), visit);
}

function addWhole(related: Related, batch: Batch | undefined, most?: number): void {
  if (batch === undefined) return;
  related.addBatch(batch);
  for (const message of batch.messages.slice(0, most ?? MOST_MESSAGES)) related.addMessage(message);
}

/** The handset that a payload is about. */
function phoneOf({ kind, body }: Delivery): string | undefined {
  if (kind === 'credit-notification') return undefined;
  const { from, destination } = JSON.parse(body) as { from?: number; destination?: string };
  const number = kind === 'inbound-message' ? from : destination;
  return number === undefined ? undefined : bareNumber(String(number));
}
