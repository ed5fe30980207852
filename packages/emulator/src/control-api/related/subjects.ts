import {
  type Account,
  bareNumber,
  type Delivery,
  type LedgerEntry,
  mustGet,
  type State,
} from '../../domain/state/state.ts';
import { messageOf } from '../../domain/views/delivery-list.ts';
import { keyOf } from '../../http/decode.ts';
import { hasCaused, type LoggedRequest } from '../../public-api/request-log.ts';
import type { DueJob } from '../../runtime/core/agenda.ts';
import type { Service } from '../../service/service.ts';
import { phoneOf } from '../views/delivery.ts';
import { jobId } from '../views/job.ts';
import { changesOf } from '../views/ledger.ts';
import { destinationsOf, readObjects } from '../views/request-objects.ts';
import type { ObjectKind, Related } from './objects.ts';

/** The objects that belong to an object: only its own messages, whole batches, or everything of an account. */
export type Reach = 'messages' | 'batches' | 'account';

/** The facts that the schedule of an account causes. */
const SCHEDULED: ReadonlySet<LedgerEntry['type']> = new Set([
  'paid-credits-reset',
  'packaged-credits-refilled',
]);

type Find = (service: Service, id: string, related: Related) => Reach | undefined;

/** Finds the objects that an object is directly related to. The result is undefined when it does not exist. */
export const FIND: Readonly<Record<ObjectKind, Find>> = {
  message: ({ core: { state } }, id, related) => {
    const message = state.messages.get(id);
    related.addMessage(message);
    return message && 'messages';
  },
  batch: ({ core: { state } }, id, related) => {
    const batch = state.batches.get(id);
    related.addBatch(batch);
    return batch && 'batches';
  },
  request: (service, id, related) => {
    const request = service.requests.entry(Number(id));
    if (request !== undefined) addRequest(service, request, related);
    return request && 'batches';
  },
  webhook: ({ core: { state } }, id, related) => {
    const delivery = state.deliveries.get(id);
    return delivery && addDelivery(state, delivery, related);
  },
  phone: ({ core: { state }, requests }, id, related) => {
    const number = bareNumber(id);
    for (const message of [...state.messages.values()].reverse())
      if (message.sent !== undefined && bareNumber(message.to) === number) related.addMessage(message);
    for (const entry of requests.entries().toReversed())
      if (destinationsOf(entry.request.body).includes(number)) related.requests.add(entry);
    const deliveries = [...state.deliveries.values()];
    related.addWebhooks(deliveries.filter((delivery) => phoneOf(state, delivery) === number));
    return 'messages';
  },
  account: ({ core: { state }, requests }, id, related) => {
    const account = state.accounts.get(id);
    if (account === undefined) return undefined;
    related.accounts.add(id);
    related.schedules.add(id);
    for (const entry of requests.entries().toReversed())
      if (keyOf(entry.request.url) === account.apiKey) related.requests.add(entry);
    for (const { accountUuid, messages } of [...state.batches.values()].reverse())
      if (accountUuid === id) related.addMessage(messages[0]);
    for (const change of changesOf(account.ledger).reverse()) related.entries.set(change, id);
    const deliveries = [...state.deliveries.values()].reverse();
    related.addWebhooks(deliveries.filter(({ accountUuid }) => accountUuid === id));
    return 'account';
  },
  entry: ({ core: { state }, requests }, id, related) => {
    const found = changeWith(state, Number(id));
    if (found === undefined) return undefined;
    const { account, change } = found;
    related.accounts.add(account.uuid);
    if (SCHEDULED.has(change.type)) related.schedules.add(account.uuid);
    related.addBatch(state.batches.get(change.about ?? ''));
    related.addWebhooks(warningsOf(state, account, change));
    // A batch can be paid later. Its call is the one that created it.
    const { seq } = state.batches.get(change.about ?? '') ?? change;
    for (const entry of requests.entries()) if (hasCaused(entry, seq)) related.requests.add(entry);
    return 'batches';
  },
  job: (service, id, related) => {
    const [due] = service.core.agenda.upcoming(1, (job) => jobId(job) === id);
    return due && addSubjectOf(service, due, related);
  },
};

/** The change of credits with a number, of any account. */
function changeWith({ accounts }: State, seq: number) {
  for (const account of accounts.values()) {
    const change = changesOf(account.ledger).find((entry) => entry.seq === seq);
    if (change !== undefined) return { account, change };
  }
  return undefined;
}

function addSubjectOf(service: Service, { job }: DueJob, related: Related): Reach | undefined {
  const { state } = service.core;
  switch (job.kind) {
    case 'send-batch':
      return FIND.batch(service, job.batchUuid, related);
    case 'resolve-messages':
      for (const uuid of job.messageUuids) related.addMessage(state.messages.get(uuid));
      return 'messages';
    case 'attempt-webhook':
      return FIND.webhook(service, job.deliveryId, related);
    case 'run-schedule':
      return FIND.account(service, job.accountUuid, related);
  }
}

function addRequest({ core: { state } }: Service, entry: LoggedRequest, related: Related): void {
  const { batchUuids, messageUuids, accountUuid } = readObjects(state, entry);
  related.requests.add(entry);
  for (const uuid of messageUuids) related.addMessage(state.messages.get(uuid));
  for (const uuid of batchUuids) related.addBatch(state.batches.get(uuid));
  for (const number of destinationsOf(entry.request.body)) related.phones.add(bareNumber(number));
  if (accountUuid !== null) related.accounts.add(accountUuid);
  else for (const account of accountsIn(state, entry)) addChanged(entry, account, related);
}

const UUIDS = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

/** A call with the key of an organization names the account, or is answered with it. */
function accountsIn({ accounts }: State, { request, reply }: LoggedRequest): Account[] {
  const uuids = `${request.url} ${reply === 'disconnect' ? '' : reply.body}`.matchAll(UUIDS);
  return Array.from(uuids, ([uuid]) => accounts.get(uuid.toLowerCase())).filter(
    (account) => account !== undefined,
  );
}

function addChanged(request: LoggedRequest, { uuid, ledger }: Account, related: Related): void {
  related.accounts.add(uuid);
  for (const change of changesOf(ledger))
    if (hasCaused(request, change.seq)) related.entries.set(change, uuid);
}

function addDelivery(state: State, delivery: Delivery, related: Related): Reach {
  related.webhooks.add(delivery);
  related.accounts.add(delivery.accountUuid);
  related.addMessage(messageOf(state, delivery));
  const phone = phoneOf(state, delivery);
  if (phone !== null) related.phones.add(phone);
  if (delivery.kind === 'credit-notification') addCauseOf(state, delivery, related);
  return 'messages';
}

/** The change of credits after which a warning was queued. */
function addCauseOf(state: State, delivery: Delivery, related: Related): void {
  const { uuid, ledger } = mustGet(state.accounts, delivery.accountUuid);
  const change = changesOf(ledger).findLast(({ seq }) => seq < delivery.seq);
  if (change === undefined) return;
  related.entries.set(change, uuid);
  related.addBatch(state.batches.get(change.about ?? ''));
}

/** The warnings that a change of credits caused: those that were queued before the next change. */
function warningsOf({ deliveries }: State, { uuid, ledger }: Account, change: LedgerEntry): Delivery[] {
  const next = changesOf(ledger).find(({ seq }) => seq > change.seq)?.seq ?? Number.POSITIVE_INFINITY;
  return [...deliveries.values()].filter(
    ({ kind, accountUuid, seq }) =>
      kind === 'credit-notification' && accountUuid === uuid && seq > change.seq && seq < next,
  );
}
