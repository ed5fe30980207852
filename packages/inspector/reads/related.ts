import { formatTimestamp } from '@messaging-service/contract';
import type { Job, Service } from '@messaging-service/emulator/host';
import {
  type Account,
  accountUuid,
  type Batch,
  bareNumber,
  callerOf,
  changeText,
  contentOf,
  type Delivery,
  deliveriesAbout,
  doc,
  type Endpoint,
  EXAMPLES,
  endpoint,
  flag,
  hasCaused,
  keyOf,
  type LedgerEntry,
  type LoggedRequest,
  type Message,
  messageOf,
  messagesDueTo,
  mustGet,
  objectsOf,
  optional,
  pathOf,
  phoneOf,
  Rejection,
  requestOf,
  type State,
  spelledNumber,
  stateOf,
  subjectOf,
  summarizeRequest,
  text,
} from '@messaging-service/emulator/host';
import * as z from 'zod/mini';
import { changesOf } from './ledger.ts';

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

/** Objects of one kind that are returned. */
const MOST = 10;

/** As many objects as are needed to return {@link MOST} beside the subject, and to know that there are more. */
const MOST_READ = MOST + 2;

/** The objects around one object, each of them once. The batches are those of the messages. */
class Related {
  readonly requests = new Set<LoggedRequest>();
  readonly messages = new Set<Message>();
  readonly phones = new Set<string>();
  readonly accounts = new Set<Account>();
  /** Changes of credits, each with its account. */
  readonly entries = new Map<LedgerEntry, Account>();
  readonly webhooks = new Set<Delivery>();
  /** UUIDs of accounts whose schedules are related. */
  readonly schedules = new Set<string>();
  /** UUIDs of accounts all of whose jobs are related. */
  readonly owners = new Set<string | undefined>();

  get batches(): Set<Batch> {
    return new Set(Array.from(this.messages, ({ batch }) => batch));
  }

  /** Adds messages with their phones. */
  addMessages(messages: readonly (Message | undefined)[] = []): void {
    for (const message of messages) {
      if (message === undefined) continue;
      this.messages.add(message);
      this.phones.add(bareNumber(message.to));
    }
  }
}

/** The objects of all kinds that an object is related to, without itself; undefined when it does not exist. */
function relatedTo(service: Service, kind: Kind, id: string): RelatedGroup[] | undefined {
  const related = new Related();
  if (!FIND[kind](service, id, related)) return undefined;
  addWhatFollows(service, related);
  const objects = describe(service, related);
  return KINDS.flatMap((each): RelatedGroup[] => {
    const others = objects[each].filter((object) => each !== kind || object.id !== id);
    if (others.length === 0) return [];
    return [{ kind: each, objects: others.slice(0, MOST), isCut: others.length > MOST }];
  });
}

/** Adds what follows from the messages, their batches, and the webhooks that were found. */
function addWhatFollows({ core: { state }, requests }: Service, related: Related): void {
  const batches = [...related.batches];
  for (const { accountUuid: owner } of batches) related.accounts.add(mustGet(state.accounts, owner));
  for (const batch of batches.slice(0, MOST_READ)) {
    const account = mustGet(state.accounts, batch.accountUuid);
    const request = requestOf(requests, batch);
    if (request !== undefined) related.requests.add(request);
    for (const change of changesOf(account))
      if (change.about === batch.uuid) related.entries.set(change, account);
  }
  for (const delivery of deliveriesAbout(state, related.messages)) related.webhooks.add(delivery);
}

/** The objects as users see them: as many of each kind as can be returned. */
function describe(service: Service, related: Related): Readonly<Record<Kind, readonly RelatedObject[]>> {
  const { state, agenda } = service.core;
  const { requests, batches, messages, phones, accounts, entries, webhooks } = related;
  const first = <Item>(items: Iterable<Item>) => [...items].slice(0, MOST_READ);
  return {
    request: first(requests).map((entry) => {
      const { id, method, url, status, errorCode } = summarizeRequest(entry);
      const result = errorCode === null ? (status ?? 'cut') : `${status} ${errorCode}`;
      return { id: String(id), text: `#${id} ${method} ${pathOf(url)} · ${result}` };
    }),
    batch: first(batches).map(({ uuid, messages: { length }, from }) => {
      const sender = /^\d{7,15}$/.test(from) ? `+${from}` : from;
      return { id: uuid, text: `${length} ${length === 1 ? 'message' : 'messages'} from ${sender}` };
    }),
    message: first(messages).map((message) => ({
      id: message.uuid,
      text: `+${bareNumber(message.to)} · ${stateOf(message)}`,
    })),
    phone: first(phones).map((number) => ({ id: number, text: `+${number}` })),
    account: first(accounts).map(({ uuid, name }) => ({ id: uuid, text: name })),
    entry: first(entries).map(([change, { uuid }]) => {
      const at = formatTimestamp(change.at);
      return { id: String(change.seq), text: changeText(change), at, accountUuid: uuid };
    }),
    webhook: first(webhooks).map(({ id, kind, state: result }) => ({ id, text: `${kind} · ${result}` })),
    job: agenda.upcoming(MOST_READ, jobTest(state, related)).map(({ dueAt, job }) => {
      const { id, text: words } = subjectOf(state, job);
      return { id, text: words, at: formatTimestamp(dueAt) };
    }),
  };
}

/** Tests whether a job is about one of the objects, or belongs to an account all of whose jobs are related. */
function jobTest(state: State, { messages, webhooks, schedules, owners }: Related) {
  return (job: Job): boolean => {
    const { accountUuid: owner, messages: own, delivery } = subjectOf(state, job);
    return (
      owners.has(owner) ||
      own.some((message) => messages.has(message)) ||
      (delivery !== undefined && webhooks.has(delivery)) ||
      (job.kind === 'run-schedule' && schedules.has(owner))
    );
  };
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
    const number = spelledNumber(id);
    const sent = messagesDueTo(state.index, number).filter(({ sentAt }) => sentAt !== undefined);
    related.addMessages(sent.reverse());
    for (const entry of requests.entries().toReversed())
      if (contentOf(entry).destinations.includes(number)) related.requests.add(entry);
    for (const delivery of state.deliveries.values())
      if (phoneOf(state, delivery) === number) related.webhooks.add(delivery);
    return true;
  },
  account: ({ core: { state }, requests }, id, related) => {
    const account = state.accounts.get(id);
    if (account === undefined) return false;
    related.accounts.add(account);
    related.owners.add(id);
    for (const entry of requests.entries().toReversed())
      if (keyOf(entry.request.url) === account.apiKey) related.requests.add(entry);
    const batches = [...state.batches.values()].filter(({ accountUuid: owner }) => owner === id).reverse();
    for (const { messages } of batches.slice(0, MOST_READ)) related.addMessages(messages.slice(0, 1));
    for (const [message] of batches.map(({ messages }) => messages))
      if (message !== undefined) related.phones.add(bareNumber(message.to));
    for (const change of changesOf(account).reverse()) related.entries.set(change, account);
    for (const delivery of [...state.deliveries.values()].reverse())
      if (delivery.accountUuid === id) related.webhooks.add(delivery);
    return true;
  },
  entry: ({ core: { state }, requests }, id, related) => {
    for (const account of state.accounts.values()) {
      const changes = changesOf(account);
      const index = changes.findIndex(({ seq }) => seq === Number(id));
      const [change, next] = index === -1 ? [] : changes.slice(index);
      if (change === undefined) continue;
      const batch = state.batches.get(change.about ?? '');
      related.accounts.add(account);
      related.addMessages(batch?.messages);
      if (change.type === 'paid-credits-reset' || change.type === 'packaged-credits-refilled')
        related.schedules.add(account.uuid);
      // The warnings that it caused were queued before the next change.
      const until = next?.seq ?? Number.POSITIVE_INFINITY;
      for (const delivery of state.deliveries.values()) {
        const isWarning = delivery.kind === 'credit-notification' && delivery.accountUuid === account.uuid;
        if (isWarning && delivery.seq > change.seq && delivery.seq < until) related.webhooks.add(delivery);
      }
      // A batch can be paid later. Its call is the one that created it.
      const { seq } = batch ?? change;
      for (const entry of requests.entries()) if (hasCaused(entry, seq)) related.requests.add(entry);
      return true;
    }
    return false;
  },
  webhook: ({ core: { state } }, id, related) => {
    const delivery = state.deliveries.get(id);
    if (delivery === undefined) return false;
    const account = mustGet(state.accounts, delivery.accountUuid);
    const phone = phoneOf(state, delivery);
    related.webhooks.add(delivery);
    related.accounts.add(account);
    related.addMessages([messageOf(state, delivery)]);
    if (phone !== null) related.phones.add(phone);
    if (delivery.kind !== 'credit-notification') return true;
    // The change of credits after which the warning was queued.
    const cause = changesOf(account).findLast(({ seq }) => seq < delivery.seq);
    if (cause !== undefined) related.entries.set(cause, account);
    related.addMessages(state.batches.get(cause?.about ?? '')?.messages);
    return true;
  },
  job: (service, id, related) => {
    const { state, agenda } = service.core;
    const [due] = agenda.upcoming(1, (job) => subjectOf(state, job).id === id);
    if (due === undefined) return false;
    const { accountUuid: owner, messages, delivery } = subjectOf(state, due.job);
    related.addMessages(messages);
    if (delivery !== undefined) FIND.webhook(service, delivery.id, related);
    if (due.job.kind === 'run-schedule') FIND.account(service, owner, related);
    return true;
  },
};

const UUIDS = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

function addObjectsOf({ core: { state } }: Service, entry: LoggedRequest, related: Related): void {
  const { batches, messages } = objectsOf(state, entry);
  const owner = callerOf(state, entry);
  related.addMessages(messages);
  for (const batch of batches) related.addMessages(batch.messages);
  for (const number of contentOf(entry).destinations) related.phones.add(number);
  if (owner !== undefined) {
    related.accounts.add(mustGet(state.accounts, owner));
    return;
  }
  // A call with the key of an organization names the account, or is answered with it.
  const { request, reply } = entry;
  const text = `${request.url} ${request.body} ${reply === 'disconnect' ? '' : reply.body}`.toLowerCase();
  // A body can name the same account any number of times.
  for (const uuid of new Set(text.match(UUIDS))) {
    const account = state.accounts.get(uuid);
    if (account === undefined) continue;
    related.accounts.add(account);
    for (const change of changesOf(account))
      if (hasCaused(entry, change.seq)) related.entries.set(change, account);
  }
}
