import { formatTimestamp } from '@messaging-service/contract';
import * as z from 'zod/mini';
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
import { keyOf } from '../../http/decode.ts';
import { hasCaused, type LoggedRequest } from '../../public-api/request-log.ts';
import type { DueJob } from '../../runtime/core/agenda.ts';
import { doc } from '../../runtime/options/doc.ts';
import type { Service } from '../../service/service.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { accountUuid, EXAMPLES, text } from '../values.ts';
import { jobId, jobText } from './jobs.ts';
import { changesOf, changeText } from './ledger.ts';
import { contentOf, objectsOf, requestOf, summarizeRequest } from './logged-request.ts';
import { deliveriesAbout, phoneOf } from './webhooks.ts';

/** The objects of each kind, in the order in which related ones are listed. */
interface Objects {
  request: LoggedRequest;
  batch: Batch;
  message: Message;
  /** The number in digits. */
  phone: string;
  account: Account;
  entry: LedgerEntry;
  webhook: Delivery;
  job: DueJob;
}

type Kind = keyof Objects;

type ObjectSets = { readonly [K in Kind]: Set<Objects[K]> };

const KINDS = ['request', 'batch', 'message', 'phone', 'account', 'entry', 'webhook', 'job'] as const;

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
  at: doc(z.optional(z.string()), 'When credits changed, or when a job is due.', EXAMPLES.now),
  accountUuid: doc(z.optional(accountUuid), 'The account of a change of credits.', EXAMPLES.account),
});

const groupAnswer = z.strictObject({
  kind: doc(z.enum(KINDS), 'Kind of the objects.', 'request'),
  objects: doc(z.array(objectAnswer), 'The objects of this kind, at most ten.'),
  isCut: doc(z.boolean(), 'Whether there may be more than the ten that are returned.', true),
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

/** Objects of one kind that are returned. */
const MOST = 10;

/** As many objects as are needed to return {@link MOST} beside the subject, and to know whether there are more. */
const MOST_READ = MOST + 2;

/** The objects of all kinds that an object is related to, without itself; undefined when it does not exist. */
function relatedTo<K extends Kind>(service: Service, kind: K, id: string): RelatedGroup[] | undefined {
  const rules: Rules<Objects[K]> = RULES[kind];
  const subject = rules.find(service, id);
  if (subject === undefined) return undefined;
  const related = new Related();
  rules.add(service, subject, related);
  addWhatFollows(service, related);
  return KINDS.flatMap((each) => groupOf(service, each, related, each === kind ? id : undefined));
}

function groupOf<K extends Kind>(
  service: Service,
  kind: K,
  { [kind]: found }: ObjectSets,
  subject: string | undefined,
): RelatedGroup[] {
  const rules: Rules<Objects[K]> = RULES[kind];
  const others = firstOf(found)
    .map((object) => rules.view(service, object))
    .filter(({ id }) => id !== subject);
  if (others.length === 0) return [];
  return [{ kind, objects: others.slice(0, MOST), isCut: others.length > MOST }];
}

function firstOf<Value>(objects: Iterable<Value>): Value[] {
  return [...objects].slice(0, MOST_READ);
}

/** The objects around one object, each of them once, those that are returned first. */
class Related implements ObjectSets {
  readonly request = new Set<LoggedRequest>();
  readonly batch = new Set<Batch>();
  readonly message = new Set<Message>();
  readonly phone = new Set<string>();
  readonly account = new Set<Account>();
  readonly entry = new Set<LedgerEntry>();
  readonly webhook = new Set<Delivery>();
  readonly job = new Set<DueJob>();
  /** UUIDs of accounts whose schedules are related. */
  readonly schedules = new Set<string>();

  addMessages(messages: readonly (Message | undefined)[] = []): void {
    for (const message of messages) {
      if (message === undefined) continue;
      this.message.add(message);
      this.batch.add(message.batch);
    }
  }
}

/** Adds what follows from the messages, their batches, and the webhooks that were found. */
function addWhatFollows({ core: { state, agenda }, requests }: Service, related: Related): void {
  for (const { to } of related.message) related.phone.add(bareNumber(to));
  for (const batch of related.batch) related.account.add(mustGet(state.accounts, batch.accountUuid));
  for (const batch of firstOf(related.batch)) {
    const request = requestOf(requests, batch);
    if (request !== undefined) related.request.add(request);
    for (const change of changesOf(mustGet(state.accounts, batch.accountUuid)))
      if (change.about === batch.uuid) related.entry.add(change);
  }
  for (const delivery of deliveriesAbout(state, related.message)) related.webhook.add(delivery);
  const batches = new Set(Array.from(related.batch, ({ uuid }) => uuid));
  const messages = new Set(Array.from(related.message, ({ uuid }) => uuid));
  const webhooks = new Set(Array.from(related.webhook, ({ id }) => id));
  const due = agenda.upcoming(MOST_READ, (job) => {
    if (job.kind === 'send-batch') return batches.has(job.batchUuid);
    if (job.kind === 'resolve-messages') return job.messageUuids.some((uuid) => messages.has(uuid));
    if (job.kind === 'attempt-webhook') return webhooks.has(job.deliveryId);
    return related.schedules.has(job.accountUuid);
  });
  for (const job of due) related.job.add(job);
}

/** The rules of one kind of object. */
interface Rules<Value> {
  /** The object with an identifier. */
  readonly find: (service: Service, id: string) => Value | undefined;
  /** Adds the object, and the objects that it is directly related to. */
  readonly add: (service: Service, object: Value, related: Related) => void;
  readonly view: (service: Service, object: Value) => RelatedObject;
}

const RULES: { readonly [K in Kind]: Rules<Objects[K]> } = {
  request: {
    find: ({ requests }, id) => requests.entry(Number(id)),
    add: addRequest,
    view: (_, entry) => {
      const { id, method, url, status, errorCode } = summarizeRequest(entry);
      const result = errorCode === null ? (status ?? 'cut') : `${status} ${errorCode}`;
      return { id: String(id), text: `#${id} ${method} ${url.split('?')[0]} · ${result}` };
    },
  },
  batch: {
    find: ({ core: { state } }, id) => state.batches.get(id),
    add: (_, { messages }, related) => related.addMessages(messages),
    view: (_, { uuid, messages, from }) => {
      const noun = messages.length === 1 ? 'message' : 'messages';
      return { id: uuid, text: `${messages.length} ${noun} from ${from}` };
    },
  },
  message: {
    find: ({ core: { state } }, id) => state.messages.get(id),
    add: (_, message, related) => related.addMessages([message]),
    view: (_, message) => ({
      id: message.uuid,
      text: `+${bareNumber(message.to)} · ${stateOf(message)}`,
    }),
  },
  phone: {
    find: (_, id) => bareNumber(id),
    add: addPhone,
    view: (_, number) => ({ id: number, text: `+${number}` }),
  },
  account: {
    find: ({ core: { state } }, id) => state.accounts.get(id),
    add: addAccount,
    view: (_, { uuid, name }) => ({ id: uuid, text: name }),
  },
  entry: {
    find: ({ core: { state } }, id) =>
      [...state.accounts.values()].flatMap(changesOf).find(({ seq }) => seq === Number(id)),
    add: addEntry,
    view: ({ core: { state } }, change) => ({
      id: String(change.seq),
      text: changeText(change),
      at: formatTimestamp(change.at),
      accountUuid: accountOf(state, change).uuid,
    }),
  },
  webhook: {
    find: ({ core: { state } }, id) => state.deliveries.get(id),
    add: ({ core: { state } }, delivery, related) => addWebhook(state, delivery, related),
    view: (_, { id, kind, state }) => ({ id, text: `${kind} · ${state}` }),
  },
  job: {
    find: ({ core: { agenda } }, id) => agenda.upcoming(1, (job) => jobId(job) === id)[0],
    add: addSubjectOf,
    view: ({ core: { state } }, { dueAt, job }) => ({
      id: jobId(job),
      text: jobText(state, job),
      at: formatTimestamp(dueAt),
    }),
  },
};

const UUIDS = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/gi;

function addRequest({ core: { state } }: Service, entry: LoggedRequest, related: Related): void {
  const { batchUuids, messageUuids, accountUuid: owner } = objectsOf(state, entry);
  related.request.add(entry);
  related.addMessages(messageUuids.map((uuid) => state.messages.get(uuid)));
  for (const uuid of batchUuids) related.addMessages(state.batches.get(uuid)?.messages);
  for (const number of contentOf(entry).destinations) related.phone.add(number);
  if (owner !== null) {
    related.account.add(mustGet(state.accounts, owner));
    return;
  }
  // A call with the key of an organization names the account, or is answered with it.
  const { request, reply } = entry;
  const named = `${request.url} ${reply === 'disconnect' ? '' : reply.body}`.matchAll(UUIDS);
  for (const [uuid] of named) {
    const account = state.accounts.get(uuid.toLowerCase());
    if (account === undefined) continue;
    related.account.add(account);
    for (const change of changesOf(account)) if (hasCaused(entry, change.seq)) related.entry.add(change);
  }
}

function addPhone({ core: { state }, requests }: Service, number: string, related: Related): void {
  const sent = [...state.messages.values()].filter(
    (message) => message.sent !== undefined && bareNumber(message.to) === number,
  );
  related.addMessages(sent.reverse());
  for (const entry of requests.entries().toReversed())
    if (contentOf(entry).destinations.includes(number)) related.request.add(entry);
  for (const delivery of state.deliveries.values())
    if (phoneOf(state, delivery) === number) related.webhook.add(delivery);
}

function addAccount({ core: { state }, requests }: Service, account: Account, related: Related): void {
  related.account.add(account);
  related.schedules.add(account.uuid);
  for (const entry of requests.entries().toReversed())
    if (keyOf(entry.request.url) === account.apiKey) related.request.add(entry);
  for (const batch of [...state.batches.values()].reverse())
    if (batch.accountUuid === account.uuid) related.addMessages(batch.messages);
  for (const change of changesOf(account).reverse()) related.entry.add(change);
  for (const delivery of [...state.deliveries.values()].reverse())
    if (delivery.accountUuid === account.uuid) related.webhook.add(delivery);
}

function addEntry({ core: { state }, requests }: Service, change: LedgerEntry, related: Related): void {
  const account = accountOf(state, change);
  const batch = state.batches.get(change.about ?? '');
  related.entry.add(change);
  related.account.add(account);
  if (change.type === 'paid-credits-reset' || change.type === 'packaged-credits-refilled')
    related.schedules.add(account.uuid);
  related.addMessages(batch?.messages);
  // The warnings that it caused were queued before the next change.
  const next = changesOf(account).find(({ seq }) => seq > change.seq)?.seq ?? Number.POSITIVE_INFINITY;
  for (const delivery of state.deliveries.values())
    if (isWarningOf(delivery, account) && delivery.seq > change.seq && delivery.seq < next)
      related.webhook.add(delivery);
  // A batch can be paid later. Its call is the one that created it.
  const { seq } = batch ?? change;
  for (const entry of requests.entries()) if (hasCaused(entry, seq)) related.request.add(entry);
}

function addWebhook(state: State, delivery: Delivery, related: Related): void {
  const account = mustGet(state.accounts, delivery.accountUuid);
  const phone = phoneOf(state, delivery);
  related.webhook.add(delivery);
  related.account.add(account);
  related.addMessages([messageOf(state, delivery)]);
  if (phone !== null) related.phone.add(phone);
  if (!isWarningOf(delivery, account)) return;
  // The change of credits after which the warning was queued.
  const cause = changesOf(account).findLast(({ seq }) => seq < delivery.seq);
  if (cause === undefined) return;
  related.entry.add(cause);
  related.addMessages(state.batches.get(cause.about ?? '')?.messages);
}

function isWarningOf({ kind, accountUuid: owner }: Delivery, { uuid }: Account): boolean {
  return kind === 'credit-notification' && owner === uuid;
}

function addSubjectOf(service: Service, { job }: DueJob, related: Related): void {
  const { state } = service.core;
  switch (job.kind) {
    case 'send-batch':
      return related.addMessages(state.batches.get(job.batchUuid)?.messages);
    case 'resolve-messages':
      return related.addMessages(job.messageUuids.map((uuid) => state.messages.get(uuid)));
    case 'attempt-webhook':
      return addWebhook(state, mustGet(state.deliveries, job.deliveryId), related);
    case 'run-schedule':
      return addAccount(service, mustGet(state.accounts, job.accountUuid), related);
  }
}

/** The account whose credits changed. */
function accountOf({ accounts }: State, change: LedgerEntry): Account {
  return [...accounts.values()].find(({ ledger }) => ledger.includes(change)) as Account;
}
