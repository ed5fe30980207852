import {
  type Account,
  type Batch,
  bareNumber,
  type Delivery,
  type LedgerEntry,
  mustGet,
  type State,
} from '../../domain/state/state.ts';
import { keyOf } from '../../http/decode.ts';
import type { LoggedRequest } from '../../public-api/request-log.ts';
import type { DueJob } from '../../runtime/core/agenda.ts';
import type { Service } from '../../service/service.ts';
import { describeDelivery } from '../views/delivery.ts';
import { jobId } from '../views/job.ts';
import { changesOf } from '../views/ledger.ts';
import { isRequestTo } from '../views/request.ts';
import { destinationsOf, readObjects } from '../views/request-objects.ts';
import { relatedDeliveries } from './deliveries.ts';
import type { ObjectKind, Related } from './objects.ts';

/** The objects that belong to an object: only its own messages, whole batches, or everything of an account. */
export type Reach = 'messages' | 'batches' | 'account';

/** The maximum number of messages of one object that are checked. */
const MOST_MESSAGES = 15;
/** The facts that the schedule of an account causes. */
const SCHEDULED: ReadonlySet<LedgerEntry['type']> = new Set([
  'paid-credits-reset',
  'packaged-credits-refilled',
]);

type Find = (service: Service, id: string, related: Related) => Reach | undefined;

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
  phone(service: Service, id: string, related: Related): Reach | undefined {
    const number = bareNumber(id);
    for (const message of [...service.core.state.messages.values()].reverse())
      if (message.sent !== undefined && bareNumber(message.to) === number) related.addMessage(message);
    for (const entry of service.requests.entries().toReversed())
      if (isRequestTo(entry, number)) related.requests.add(entry.id, entry);
    const mentioned = relatedDeliveries(service.core.state, number);
    related.addWebhooks(mentioned.filter((delivery) => phoneOf(delivery) === number));
    return 'messages';
  },
  account(service: Service, id: string, related: Related): Reach | undefined {
    const { state } = service.core;
    const account = state.accounts.get(id);
    if (account === undefined) return undefined;
    related.accounts.add(id, id);
    related.schedules.add(id);
    for (const entry of service.requests.entries().toReversed())
      if (keyOf(entry.request.url) === account.apiKey) related.requests.add(entry.id, entry);
    for (const batch of [...state.batches.values()].reverse())
      if (batch.accountUuid === id) addWhole(related, batch, 1);
    for (const change of changesOf(account.ledger).reverse()) related.addChange(id, change);
    for (const delivery of [...state.deliveries.values()].reverse())
      if (delivery.accountUuid === id) related.addWebhooks([delivery]);
    return 'account';
  },
  entry(service: Service, id: string, related: Related): Reach | undefined {
    const { state } = service.core;
    const found = changeWith(state, Number(id));
    if (found === undefined) return undefined;
    const { account, change } = found;
    related.accounts.add(account.uuid, account.uuid);
    if (SCHEDULED.has(change.type)) related.schedules.add(account.uuid);
    addWhole(related, state.batches.get(change.about ?? ''));
    related.addWebhooks(warningsOf(state, account, change));
    for (const entry of service.requests.entries())
      if (isCauseOf(entry, change)) related.requests.add(entry.id, entry);
    return 'batches';
  },
  job(service: Service, id: string, related: Related): Reach | undefined {
    const [due] = service.core.agenda.upcoming(1, (job) => jobId(job) === id);
    return due && addSubjectOf(service, due, related);
  },
} satisfies Readonly<Record<ObjectKind, Find>>;

/** The change of credits with a number, of any account. */
function changeWith({ accounts }: State, seq: number) {
  for (const account of accounts.values()) {
    const change = changesOf(account.ledger).find((entry) => entry.seq === seq);
    if (change !== undefined) return { account, change };
  }
  return undefined;
}

/** Whether a call caused a change of credits: it created the batch, or the change was made while it was handled. */
function isCauseOf({ seq, endSeq, request, reply }: LoggedRequest, change: LedgerEntry): boolean {
  if (change.about === undefined) return seq < change.seq && change.seq <= endSeq;
  return request.method === 'POST' && reply !== 'disconnect' && reply.body.includes(change.about);
}

function addSubjectOf(service: Service, { job }: DueJob, related: Related): Reach | undefined {
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
      return FIND.account(service, job.accountUuid, related);
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
  // A call with the key of an organization names the account, or is answered with it.
  const uuids = `${entry.request.url} ${entry.reply === 'disconnect' ? '' : entry.reply.body}`;
  if (accountUuid === null)
    for (const [uuid] of uuids.matchAll(UUIDS))
      if (core.state.accounts.has(uuid.toLowerCase()))
        addChanged(service, entry, uuid.toLowerCase(), related);
}

const UUIDS = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

function addChanged(service: Service, entry: LoggedRequest, accountUuid: string, related: Related): void {
  related.accounts.add(accountUuid, accountUuid);
  for (const change of changesOf(mustGet(service.core.state.accounts, accountUuid).ledger))
    if (entry.seq < change.seq && change.seq <= entry.endSeq) related.addChange(accountUuid, change);
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
function addCauseOf({ core: { state } }: Service, delivery: Delivery, related: Related): void {
  const { uuid, ledger } = mustGet(state.accounts, delivery.accountUuid);
  const change = changesOf(ledger).findLast(({ seq }) => seq < delivery.seq);
  if (change === undefined) return;
  related.addChange(uuid, change);
  addWhole(related, state.batches.get(change.about ?? ''));
}

/** The warnings that a change of credits caused: those that were queued before the next change. */
function warningsOf({ deliveries }: State, { uuid, ledger }: Account, change: LedgerEntry): Delivery[] {
  const next = changesOf(ledger).find(({ seq }) => seq > change.seq)?.seq ?? Number.POSITIVE_INFINITY;
  return [...deliveries.values()].filter(
    ({ kind, accountUuid, seq }) =>
      kind === 'credit-notification' && accountUuid === uuid && seq > change.seq && seq < next,
  );
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
