import type { Channel, ReceiptInfo } from '@messaging-service/contract';
import type * as facts from './facts.ts';
import type { LargeMap, ReadonlyLargeMap } from './large-map.ts';
import { type Account, type Batch, bareNumber, lockKey, type Message, mustGet, type State } from './state.ts';

/** The state without readonly, which only this file may use. */
type Writable<T> = T extends (...parameters: never[]) => unknown
  ? T
  : T extends ReadonlyLargeMap<infer Value>
    ? LargeMap<Writable<Value>>
    : T extends ReadonlyMap<infer Key, infer Value>
      ? Map<Key, Writable<Value>>
      : T extends ReadonlySet<infer Value>
        ? Set<Value>
        : T extends object
          ? { -readonly [Member in keyof T]: Writable<T[Member]> }
          : T;

type WritableState = Writable<State>;
type Appliers = {
  readonly [Type in facts.Fact['type']]: (
    state: WritableState,
    fact: Extract<facts.Fact, { type: Type }>,
    at: number,
    subject: Writable<facts.SubjectOf<Type>> | undefined,
  ) => void;
};

/**
 * Writes a fact into the state. There is one effect for each type of fact, and nothing else changes the state.
 *
 * @param state - The state to write into.
 * @param fact - What happened.
 * @param at - When, in milliseconds since the epoch.
 * @param subject - The object of the state that the fact names, if the caller has it; otherwise it is looked up.
 */
export function apply(state: State, fact: facts.Fact, at: number, subject?: facts.Subject): void {
  const applier = APPLIERS[fact.type] as (
    state: WritableState,
    fact: facts.Fact,
    at: number,
    subject: facts.Subject | undefined,
  ) => void;
  applier(state as WritableState, fact, at, subject);
}

const APPLIERS: Appliers = {
  'organization-created': (state, { organizationUuid: uuid, name, apiKey, creditSystem, credits }) => {
    state.organizations.set(uuid, { uuid, name, apiKey, creditSystem, credits });
    state.principals.set(apiKey, { kind: 'organization', uuid });
  },
  'account-created': (state, fact) => {
    state.accounts.set(fact.accountUuid, newAccount(fact));
    state.principals.set(fact.apiKey, { kind: 'account', uuid: fact.accountUuid });
  },
  'account-edited': (state, fact) => {
    const account = mustGet(state.accounts, fact.accountUuid);
    Object.assign(account.paid, fact.paid);
    Object.assign(account.packaged, fact.packaged);
    Object.assign(account.mo, fact.mo);
    if (fact.schedule !== undefined) account.schedule = fact.schedule;
    if (changesSchedule(fact)) account.scheduleVersion++;
  },
  'account-deactivated': (state, { accountUuid }) => {
    const account = mustGet(state.accounts, accountUuid);
    account.deleted = true;
    account.scheduleVersion++;
    state.principals.delete(account.apiKey);
  },
  'sender-registered': (state, { sender, accountUuid }) => {
    state.senderOwners.set(sender, accountUuid);
  },
  'shared-senders-replaced': (state, { senders }) => {
    state.sharedSenders = [...senders];
  },
  'shared-sender-locked': (state, { accountUuid, number, sender }) => {
    state.senderLocks.set(lockKey(number, sender), accountUuid);
    const holders = state.lockHolders.get(sender);
    if (holders === undefined) state.lockHolders.set(sender, new Set([accountUuid]));
    else holders.add(accountUuid);
    const key = lockKey(number, accountUuid);
    const assigned = state.assignedSenders.get(key);
    if (assigned === undefined) state.assignedSenders.set(key, [sender]);
    else assigned.push(sender);
  },
  'batch-queued': (state, fact, at) => {
    const batch = newBatch(fact, ++state.batchCount, at);
    state.batches.set(batch.uuid, batch);
    for (const message of batch.messages) state.messages.set(message.uuid, message);
    if (!batch.pending) return;
    const account = mustGet(state.accounts, fact.accountUuid);
    account.scheduledBatches.push(batch);
    account.pendingCount++;
  },
  'batch-cancelled': (state, { batchUuid }) => {
    const batch = mustGet(state.batches, batchUuid);
    endPending(state, batch);
    for (const message of batch.messages) state.messages.delete(message.uuid);
    state.batches.delete(batchUuid);
  },
  'batch-released': (state, { batchUuid, payable }, _, batch = mustGet(state.batches, batchUuid)) => {
    endPending(state, batch);
    batch.payable = payable;
  },
  'message-sent': (state, fact, at, message = mustGet(state.messages, fact.messageUuid)) => {
    message.state = 'sent';
    message.sent = sentAt(at, fact.channel);
    const number = bareNumber(message.to);
    message.previous = state.handsets.get(number);
    state.handsets.set(number, message);
  },
  'message-delivered': (state, fact, at, message = mustGet(state.messages, fact.messageUuid)) => {
    message.state = 'delivered';
    message.resolved = resolvedAt(at, fact.receipt);
    message.batch.delivered++;
  },
  'message-failed': (state, fact, at, message = mustGet(state.messages, fact.messageUuid)) => {
    message.state = 'failed';
    message.resolved = resolvedAt(at, fact.receipt);
    message.batch.failed++;
  },
  'credits-held': (state, { accountUuid, credits }) => {
    mustGet(state.accounts, accountUuid).held += credits;
  },
  'credits-released': (state, { accountUuid, credits }) => {
    mustGet(state.accounts, accountUuid).held -= credits;
  },
  'credits-charged': (state, { accountUuid, packaged, paid }) => {
    const account = mustGet(state.accounts, accountUuid);
    account.packaged.remaining -= packaged;
    account.paid.remaining -= paid;
  },
  'credits-granted': (state, { accountUuid, packaged, paid }) => {
    const account = mustGet(state.accounts, accountUuid);
    account.packaged.remaining += packaged;
    account.paid.remaining += paid;
  },
  'credits-topped-up': (state, { accountUuid, credits }) => {
    const account = mustGet(state.accounts, accountUuid);
    const organization = mustGet(state.organizations, account.organizationUuid);
    account.paid.remaining += credits;
    if (organization.credits !== null) organization.credits -= credits;
  },
  'paid-credits-reset': (state, { accountUuid }) => {
    mustGet(state.accounts, accountUuid).paid.remaining = 0;
  },
  'packaged-credits-refilled': (state, { accountUuid }) => {
    const { packaged } = mustGet(state.accounts, accountUuid);
    packaged.remaining = packaged.refillAmount;
  },
  'inbound-received': () => {
    // It changes nothing: its consequence is a webhook, which has its own fact.
  },
  'notification-created': (state, { type: _, notificationUuid: uuid, ...notification }) => {
    state.notifications.set(uuid, { uuid, ...notification });
    mustGet(state.accounts, notification.accountUuid).notificationUuids.push(uuid);
  },
  'threshold-crossed': (state, { notificationUuid }) => {
    mustGet(state.notifications, notificationUuid).armed = false;
  },
  'threshold-rearmed': (state, { notificationUuid }) => {
    mustGet(state.notifications, notificationUuid).armed = true;
  },
  'webhook-queued': (state, { deliveryId: id, kind, accountUuid, url, body }) => {
    state.deliveries.set(id, { id, kind, accountUuid, url, body, state: 'pending', attempts: [] });
  },
  'webhook-attempted': (state, { deliveryId, attempt }) => {
    const delivery = mustGet(state.deliveries, deliveryId);
    delivery.attempts.push({ ...attempt });
    if (attempt.status === 200) delivery.state = 'succeeded';
  },
  'webhook-exhausted': (state, { deliveryId }) => {
    mustGet(state.deliveries, deliveryId).state = 'exhausted';
  },
  'webhook-requeued': (state, { deliveryId }) => {
    mustGet(state.deliveries, deliveryId).state = 'pending';
  },
  'carrier-set': (state, { carrier }) => {
    state.carrier = { ...carrier } as typeof state.carrier;
  },
};

/**
 * Whether an edit moves the runs of the schedule; any other must not disturb a run that is due at this very instant.
 */
function changesSchedule({ schedule, paid, packaged }: facts.AccountEdited): boolean {
  const members = [schedule, paid?.resetOnSchedule, packaged?.refillOnSchedule];
  return members.some((member) => member !== undefined);
}

/**
 * Batches that are no longer pending stay in the account's list until they are more than half of it, because removing
 * each one would need a search.
 */
function endPending(state: WritableState, batch: Writable<Batch>): void {
  const account = mustGet(state.accounts, batch.accountUuid);
  batch.pending = false;
  account.pendingCount--;
  if (account.scheduledBatches.length <= 2 * account.pendingCount + 100) return;
  account.scheduledBatches = account.scheduledBatches.filter(({ pending }) => pending);
}

/**
 * The objects of the latest message. Messages of one instant share them, and they are never changed: a million
 * messages then have fewer objects for the garbage collector to visit.
 */
const latest: {
  sent: NonNullable<Message['sent']> | undefined;
  resolved: NonNullable<Message['resolved']> | undefined;
} = { sent: undefined, resolved: undefined };

function sentAt(at: number, channel: Channel): NonNullable<Message['sent']> {
  const { sent } = latest;
  if (sent?.at === at && sent.channel === channel) return sent;
  latest.sent = { at, channel };
  return latest.sent;
}

function resolvedAt(at: number, receipt: ReceiptInfo): NonNullable<Message['resolved']> {
  const { resolved } = latest;
  if (resolved?.at === at && resolved.receipt === receipt) return resolved;
  latest.resolved = { at, receipt };
  return latest.resolved;
}

function newAccount({
  accountUuid,
  organizationUuid,
  name,
  apiKey,
}: facts.AccountCreated): Writable<Account> {
  return {
    uuid: accountUuid,
    organizationUuid,
    name,
    apiKey,
    paid: { remaining: 0, allowNegative: false, negativeLimit: null, resetOnSchedule: false },
    packaged: { remaining: 0, refillAmount: 0, refillOnSchedule: false },
    held: 0,
    mo: { url: '', secret: '' },
    schedule: null,
    scheduleVersion: 0,
    deleted: false,
    scheduledBatches: [],
    pendingCount: 0,
    notificationUuids: [],
  };
}

function newBatch(fact: facts.BatchQueued, ordinal: number, at: number): Writable<Batch> {
  const batch = {
    uuid: fact.batchUuid,
    ordinal,
    accountUuid: fact.accountUuid,
    from: fact.from,
    senderType: fact.senderType,
    body: fact.body,
    units: fact.units,
    channels: fact.channels,
    callback: fact.callback,
    queuedAt: at,
    sendAt: fact.sendAt,
    pending: fact.sendAt !== undefined,
    payable: fact.sendAt === undefined ? fact.destinations.length : 0,
    messages: [] as Message[],
    delivered: 0,
    failed: 0,
  };
  // The list is mapped, not pushed: a list that grows reserves room for 17 entries, and most batches have one message.
  batch.messages = fact.destinations.map((to, index) =>
    newMessage(fact.messageUuids[index] ?? '', to, batch),
  );
  return batch as Writable<Batch>;
}

function newMessage(uuid: string, to: string, batch: Batch): Message {
  return {
    uuid,
    to,
    batch,
    state: 'queued',
    sent: undefined,
    resolved: undefined,
    previous: undefined,
  };
}
