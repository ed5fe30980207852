import { formatTimestamp } from '@messaging-service/contract';
import * as z from 'zod/mini';
import type { Job } from '../../domain/state/jobs.ts';
import { Rejection } from '../../domain/state/rejection.ts';
import {
  type Account,
  type Batch,
  bareNumber,
  type Delivery,
  type LedgerEntry,
  type Message,
  mustGet,
  type State,
} from '../../domain/state/state.ts';
import { messageOf } from '../../domain/views/delivery-list.ts';
import { stateOf } from '../../domain/views/message-list.ts';
import { keyOf, pathOf } from '../../http/decode.ts';
import { hasCaused, type LoggedRequest } from '../../public-api/request-log.ts';
import type { DueJob } from '../../runtime/core/agenda.ts';
import { doc, optional } from '../../runtime/options/doc.ts';
import type { Service } from '../../service/service.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { accountUuid, EXAMPLES, flag, text } from '../values.ts';
import { jobId, jobText } from './jobs.ts';
import { changesOf, changeText } from './ledger.ts';
import { contentOf, objectsOf, requestOf, summarizeRequest } from './logged-request.ts';
import { deliveriesAbout, phoneOf } from './webhooks.ts';

/** The kinds of objects, in the order in which related ones are listed. */
const KINDS = ['request', 'batch', 'message', 'phone', 'account', 'entry', 'webhook', 'job'] as const;
type Kind = (typeof KINDS)[number];

const relatedQuery = z.strictObject({
  kind: doc(z.enum(KINDS), 'The kind of the object.', 'message'),
  id: doc(
    z.string(),
    'Identifies the object: a UUID, a number of a request, a phone number, or what a list calls `id` or `seq`.',
    EXAMPLES.message,
  ),
});

const objectAnswer = z.strictObject({
  id: text('Identifier of the object.', EXAMPLES.message),
  text: text('Description for users.', '1 message to +447700900123'),
  at: optional(z.string(), 'When credits changed, or when a job is due.', EXAMPLES.now),
  accountUuid: optional(accountUuid, 'The account of a change of credits.', EXAMPLES.account),
});

const groupAnswer = z.strictObject({
  kind: doc(z.enum(KINDS), 'Kind of the objects.', 'request'),
  objects: doc(z.array(objectAnswer), 'The objects of this kind, at most ten.'),
  isCut: flag('Whether there may be more than the ten that are returned.', true),
});

/** An object that another one is related to. */
export type RelatedObject = z.infer<typeof objectAnswer>;

/** The objects of one kind. */
export type RelatedGroup = z.infer<typeof groupAnswer>;

/** The relations between objects of all kinds. */
export const RELATED_ENDPOINTS: readonly Endpoint[] = [
  endpoint('listRelated', 'GET /related', {
    tag: 'inspector',
    description:
      'Lists the objects that an object is related to: requests, batches, messages, phones, accounts, changes of credits, webhooks and pending jobs.',
    query: relatedQuery,
    answer: z.strictObject({ related: doc(z.array(groupAnswer), 'The related objects by kind.') }),
    refusals: ['not_found'],
    run: ({ service, query: { kind, id } }) => {
      const related = relatedTo(service, kind, kind === 'job' ? id : id.toLowerCase());
      if (related === undefined) throw new Rejection('not_found', `There is no ${kind} ${id}.`);
      return { related };
    },
  }),
];

/** The objects of all kinds that an object is related to, without itself; undefined when it does not exist. */
function relatedTo(service: Service, kind: Kind, id: string): RelatedGroup[] | undefined {
  const related = new Related();
  if (!FIND[kind](service, id, related)) return undefined;
  addWhatFollows(service, related);
  return related.groups(kind, id);
}

/** Objects of one kind that are returned. */
const MOST = 10;

/** As many objects as are needed to return {@link MOST} beside the subject, and to know that there are more. */
const MOST_READ = MOST + 2;

/** The objects around one object, each of them once. Of each kind, only the first ones are described. */
class Related {
  readonly messages = new Set<Message>();
  readonly batches = new Set<Batch>();
  /** UUIDs of webhooks. */
  readonly webhooks = new Set<string>();
  /** UUIDs of accounts whose schedules are related. */
  readonly schedules = new Set<string>();
  /** UUIDs of accounts all of whose jobs are related. */
  readonly owners = new Set<string | undefined>();
  readonly #objects = new Map(KINDS.map((kind) => [kind, new Map<string, RelatedObject>()]));

  addMessages(messages: readonly (Message | undefined)[] = []): void {
    for (const message of messages) {
      if (message === undefined) continue;
      const { uuid, to, batch } = message;
      this.messages.add(message);
      this.batches.add(batch);
      this.#add('message', uuid, () => ({ text: `+${bareNumber(to)} · ${stateOf(message)}` }));
      this.addPhone(bareNumber(to));
    }
  }

  addRequest(entry: LoggedRequest | undefined): void {
    if (entry === undefined) return;
    this.#add('request', String(entry.id), () => {
      const { id, method, url, status, errorCode } = summarizeRequest(entry);
      const result = errorCode === null ? (status ?? 'cut') : `${status} ${errorCode}`;
      return { text: `#${id} ${method} ${pathOf(url)} · ${result}` };
    });
  }

  addBatch({ uuid, messages, from }: Batch): void {
    const noun = messages.length === 1 ? 'message' : 'messages';
    const sender = /^\d{7,15}$/.test(from) ? `+${from}` : from;
    this.#add('batch', uuid, () => ({ text: `${messages.length} ${noun} from ${sender}` }));
  }

  addPhone(number: string): void {
    this.#add('phone', number, () => ({ text: `+${number}` }));
  }

  addAccount({ uuid, name }: Account): void {
    this.#add('account', uuid, () => ({ text: name }));
  }

  addEntry({ uuid }: Account, change: LedgerEntry): void {
    const { seq, at } = change;
    this.#add('entry', String(seq), () => {
      return { text: changeText(change), at: formatTimestamp(at), accountUuid: uuid };
    });
  }

  addWebhook({ id, kind, state }: Delivery): void {
    this.webhooks.add(id);
    this.#add('webhook', id, () => ({ text: `${kind} · ${state}` }));
  }

  addJob(state: State, { dueAt, job }: DueJob): void {
    this.#add('job', jobId(job), () => ({ text: jobText(state, job), at: formatTimestamp(dueAt) }));
  }

  #add(kind: Kind, id: string, describe: () => Omit<RelatedObject, 'id'>): void {
    const objects = this.#objects.get(kind);
    if (objects !== undefined && objects.size < MOST_READ) objects.set(id, { id, ...describe() });
  }

  /** The objects by kind, without the one that they are related to. */
  groups(kind: Kind, id: string): RelatedGroup[] {
    this.#objects.get(kind)?.delete(id);
    return [...this.#objects].flatMap(([each, objects]): RelatedGroup[] => {
      const shown = [...objects.values()].slice(0, MOST);
      return shown.length === 0 ? [] : [{ kind: each, objects: shown, isCut: objects.size > MOST }];
    });
  }
}

/** Adds what follows from the messages, their batches, and the webhooks that were found. */
function addWhatFollows({ core: { state, agenda }, requests }: Service, related: Related): void {
  const batches = [...related.batches];
  for (const batch of batches) {
    related.addBatch(batch);
    related.addAccount(mustGet(state.accounts, batch.accountUuid));
  }
  for (const batch of batches.slice(0, MOST_READ)) {
    const account = mustGet(state.accounts, batch.accountUuid);
    related.addRequest(requestOf(requests, batch));
    for (const change of changesOf(account))
      if (change.about === batch.uuid) related.addEntry(account, change);
  }
  for (const delivery of deliveriesAbout(state, related.messages)) related.addWebhook(delivery);
  const batchUuids = new Set(batches.map(({ uuid }) => uuid));
  const messageUuids = new Set(Array.from(related.messages, ({ uuid }) => uuid));
  const due = agenda.upcoming(MOST_READ, (job) => {
    if (related.owners.has(ownerOf(state, job))) return true;
    if (job.kind === 'send-batch') return batchUuids.has(job.batchUuid);
    if (job.kind === 'resolve-messages') return job.messageUuids.some((uuid) => messageUuids.has(uuid));
    if (job.kind === 'attempt-webhook') return related.webhooks.has(job.deliveryId);
    return related.schedules.has(job.accountUuid);
  });
  for (const job of due) related.addJob(state, job);
}

/** UUID of the account that a job belongs to. */
function ownerOf({ batches, messages, deliveries }: State, job: Job): string | undefined {
  switch (job.kind) {
    case 'send-batch':
      return batches.get(job.batchUuid)?.accountUuid;
    case 'resolve-messages':
      return messages.get(job.messageUuids[0] ?? '')?.batch.accountUuid;
    case 'attempt-webhook':
      return deliveries.get(job.deliveryId)?.accountUuid;
    case 'run-schedule':
      return job.accountUuid;
  }
}

type Find = (service: Service, id: string, related: Related) => boolean;

/** Finds the objects that an object is directly related to. The result is whether it exists. */
const FIND: Readonly<Record<Kind, Find>> = {
  request: (service, id, related) => {
    const request = service.requests.entry(Number(id));
    if (request !== undefined) addObjectsOf(service, request, related);
    return request !== undefined;
  },
  batch: ({ core: { state } }, id, related) => {
    related.addMessages(state.batches.get(id)?.messages);
    return state.batches.has(id);
  },
  message: ({ core: { state } }, id, related) => {
    related.addMessages([state.messages.get(id)]);
    return state.messages.has(id);
  },
  phone: ({ core: { state }, requests }, id, related) => {
    const number = bareNumber(id);
    const sent = [...state.messages.values()].filter(
      (message) => message.sentAt !== undefined && bareNumber(message.to) === number,
    );
    related.addMessages(sent.reverse());
    for (const entry of requests.entries().toReversed())
      if (contentOf(entry).destinations.includes(number)) related.addRequest(entry);
    for (const delivery of state.deliveries.values())
      if (phoneOf(state, delivery) === number) related.addWebhook(delivery);
    return true;
  },
  account: ({ core: { state }, requests }, id, related) => {
    const account = state.accounts.get(id);
    if (account === undefined) return false;
    related.addAccount(account);
    related.owners.add(id);
    for (const entry of requests.entries().toReversed())
      if (keyOf(entry.request.url) === account.apiKey) related.addRequest(entry);
    const batches = [...state.batches.values()].filter(({ accountUuid: owner }) => owner === id).reverse();
    for (const { messages } of batches.slice(0, MOST_READ)) related.addMessages(messages.slice(0, 1));
    for (const [message] of batches.map(({ messages }) => messages))
      if (message !== undefined) related.addPhone(bareNumber(message.to));
    for (const change of changesOf(account).reverse()) related.addEntry(account, change);
    for (const delivery of [...state.deliveries.values()].reverse())
      if (delivery.accountUuid === id) related.addWebhook(delivery);
    return true;
  },
  entry: ({ core: { state }, requests }, id, related) => {
    const found = changeWith(state, Number(id));
    if (found === undefined) return false;
    const { account, change, until } = found;
    const batch = state.batches.get(change.about ?? '');
    related.addAccount(account);
    related.addMessages(batch?.messages);
    if (change.type === 'paid-credits-reset' || change.type === 'packaged-credits-refilled')
      related.schedules.add(account.uuid);
    // The warnings that it caused were queued before the next change.
    for (const delivery of warningsOf(state, account))
      if (delivery.seq > change.seq && delivery.seq < until) related.addWebhook(delivery);
    // A batch can be paid later. Its call is the one that created it.
    const { seq } = batch ?? change;
    for (const entry of requests.entries()) if (hasCaused(entry, seq)) related.addRequest(entry);
    return true;
  },
  webhook: ({ core: { state } }, id, related) => {
    const delivery = state.deliveries.get(id);
    if (delivery === undefined) return false;
    const account = mustGet(state.accounts, delivery.accountUuid);
    const phone = phoneOf(state, delivery);
    related.addWebhook(delivery);
    related.addAccount(account);
    related.addMessages([messageOf(state, delivery)]);
    if (phone !== null) related.addPhone(phone);
    if (delivery.kind !== 'credit-notification') return true;
    // The change of credits after which the warning was queued.
    const cause = changesOf(account).findLast(({ seq }) => seq < delivery.seq);
    if (cause !== undefined) related.addEntry(account, cause);
    related.addMessages(state.batches.get(cause?.about ?? '')?.messages);
    return true;
  },
  job: (service, id, related) => {
    const { state, agenda } = service.core;
    const [due] = agenda.upcoming(1, (job) => jobId(job) === id);
    switch (due?.job.kind) {
      case 'send-batch':
        return FIND.batch(service, due.job.batchUuid, related);
      case 'resolve-messages':
        related.addMessages(due.job.messageUuids.map((uuid) => state.messages.get(uuid)));
        return true;
      case 'attempt-webhook':
        return FIND.webhook(service, due.job.deliveryId, related);
      case 'run-schedule':
        return FIND.account(service, due.job.accountUuid, related);
      case undefined:
        return false;
    }
  },
};

/** The change of credits with a number, and the number of the next one. */
function changeWith({ accounts }: State, seq: number) {
  for (const account of accounts.values()) {
    const changes = changesOf(account);
    const index = changes.findIndex((change) => change.seq === seq);
    const [change, next] = index === -1 ? [] : changes.slice(index, index + 2);
    if (change !== undefined) return { account, change, until: next?.seq ?? Number.POSITIVE_INFINITY };
  }
  return undefined;
}

function warningsOf({ deliveries }: State, { uuid }: Account): Delivery[] {
  return [...deliveries.values()].filter(
    ({ kind, accountUuid: owner }) => kind === 'credit-notification' && owner === uuid,
  );
}

const UUIDS = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

function addObjectsOf({ core: { state } }: Service, entry: LoggedRequest, related: Related): void {
  const { batchUuids, messageUuids, accountUuid: owner } = objectsOf(state, entry);
  related.addMessages(messageUuids.map((uuid) => state.messages.get(uuid)));
  for (const uuid of batchUuids) related.addMessages(state.batches.get(uuid)?.messages);
  for (const number of contentOf(entry).destinations) related.addPhone(number);
  if (owner !== null) {
    related.addAccount(mustGet(state.accounts, owner));
    return;
  }
  // A call with the key of an organization names the account, or is answered with it.
  const { request, reply } = entry;
  const named = `${request.url} ${reply === 'disconnect' ? '' : reply.body}`.matchAll(UUIDS);
  for (const [uuid] of named) {
    const account = state.accounts.get(uuid.toLowerCase());
    if (account === undefined) continue;
    related.addAccount(account);
    for (const change of changesOf(account))
      if (hasCaused(entry, change.seq)) related.addEntry(account, change);
  }
}
