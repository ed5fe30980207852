import type * as facts from './facts.ts';
import {
  type Account,
  type Batch,
  type Delivery,
  type LedgerEntry,
  type LedgerFact,
  type Message,
  mustGet,
  type State,
  type StateIndex,
} from './state.ts';
import { addBatch, addNotification, addReceived, releaseBatch, removePending } from './state-index.ts';

/** The state without readonly, which only this file may use. */
type Writable<T> = T extends (...parameters: never[]) => unknown
  ? T
  : T extends ReadonlyMap<infer Key, infer Value>
    ? Map<Key, Writable<Value>>
    : T extends ReadonlySet<infer Value>
      ? Set<Value>
      : T extends object
        ? { -readonly [Member in keyof T]: Writable<T[Member]> }
        : T;

/** The index has functions of its own to write it. */
type WritableState = Writable<Omit<State, 'index'>> & { readonly index: StateIndex };
type Appliers = {
  readonly [Type in facts.Fact['type']]: (
    state: WritableState,
    fact: Extract<facts.Fact, { type: Type }>,
    at: number,
  ) => void;
};

/**
 * Writes a fact into the state. There is one effect for each type of fact, and nothing else changes the state.
 *
 * @param state - The state to write into.
 * @param fact - What happened.
 * @param at - When, in milliseconds since the epoch.
 */
export function apply(state: State, fact: facts.Fact, at: number): void {
  const writable = state as WritableState;
  const applier = APPLIERS[fact.type] as (state: WritableState, fact: facts.Fact, at: number) => void;
  writable.factCount++;
  applier(writable, fact, at);
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
    const locks = state.senderLocks.get(number) ?? [];
    state.senderLocks.set(number, [...locks, { sender, accountUuid }]);
  },
  'batch-queued': (state, fact, at) => {
    const batch = newBatch(fact, state.factCount, at);
    state.batches.set(batch.uuid, batch);
    for (const message of batch.messages) state.messages.set(message.uuid, message);
    addBatch(state.index, batch);
  },
  'batch-cancelled': (state, { batchUuid }) => {
    const batch = mustGet(state.batches, batchUuid);
    for (const message of batch.messages) state.messages.delete(message.uuid);
    state.batches.delete(batchUuid);
    removePending(state.index, batch);
  },
  'batch-released': (state, { batchUuid }) => {
    const batch = mustGet(state.batches, batchUuid);
    batch.pending = false;
    batch.releasedSeq = state.factCount;
    releaseBatch(state.index, batch);
  },
  'message-sent': (state, { messageUuid, channel, decidedBy }, at) => {
    const message = mustGet(state.messages, messageUuid);
    message.state = 'sent';
    message.sentAt = at;
    message.channel = channel;
    message.decidedBy = decidedBy;
  },
  'message-delivered': resolve,
  'message-failed': resolve,
  'credits-held': reserve,
  'credits-released': reserve,
  'credits-charged': (state, { type, accountUuid, batchUuid, packaged, paid, decidedBy }, at) => {
    const account = mustGet(state.accounts, accountUuid);
    account.packaged.remaining -= packaged;
    account.paid.remaining -= paid;
    enter(state, account, at, { type, credits: packaged + paid, about: batchUuid, decidedBy });
  },
  'credits-granted': (state, { type, accountUuid, packaged, paid, decidedBy }, at) => {
    const account = mustGet(state.accounts, accountUuid);
    account.packaged.remaining += packaged;
    account.paid.remaining += paid;
    enter(state, account, at, { type, credits: packaged + paid, decidedBy });
  },
  'credits-topped-up': (state, { type, accountUuid, credits, decidedBy }, at) => {
    const account = mustGet(state.accounts, accountUuid);
    const organization = mustGet(state.organizations, account.organizationUuid);
    account.paid.remaining += credits;
    if (organization.credits !== null) organization.credits -= credits;
    enter(state, account, at, { type, credits, decidedBy });
  },
  'paid-credits-reset': (state, { type, accountUuid, decidedBy }, at) => {
    const account = mustGet(state.accounts, accountUuid);
    // Debt is forgiven, too. See CRD-10.
    account.paid.remaining = 0;
    enter(state, account, at, { type, credits: 0, decidedBy });
  },
  'packaged-credits-refilled': (state, { type, accountUuid, decidedBy }, at) => {
    const account = mustGet(state.accounts, accountUuid);
    // Not added to what is left. See CRD-11.
    account.packaged.remaining = account.packaged.refillAmount;
    enter(state, account, at, { type, credits: account.packaged.refillAmount, decidedBy });
  },
  'inbound-received': (state, { payload }, at) => {
    const message = { seq: state.factCount, payload, at };
    state.received.push(message);
    addReceived(state.index, message);
  },
  'recipient-opted-out': (state, { number, sender }) => {
    state.optOuts.set(number, [...(state.optOuts.get(number) ?? []), sender]);
  },
  'recipient-opted-in': (state, { number, sender }) => {
    const left = (state.optOuts.get(number) ?? []).filter((other) => other !== sender);
    if (left.length === 0) state.optOuts.delete(number);
    else state.optOuts.set(number, left);
  },
  'notification-created': (state, { type: _, notificationUuid: uuid, ...notification }) => {
    const created = { uuid, ...notification };
    state.notifications.set(uuid, created);
    addNotification(state.index, created);
  },
  'threshold-crossed': (state, { type, notificationUuid }, at) => {
    const notification = mustGet(state.notifications, notificationUuid);
    notification.armed = false;
    enter(state, mustGet(state.accounts, notification.accountUuid), at, {
      type,
      credits: 0,
      about: notificationUuid,
    });
  },
  'threshold-rearmed': (state, { notificationUuid }) => {
    mustGet(state.notifications, notificationUuid).armed = true;
  },
  'webhook-queued': (state, { type: _, deliveryId: id, ...content }) => {
    const delivery: Writable<Delivery> = {
      id,
      seq: state.factCount,
      ...content,
      state: 'pending',
      attempts: [],
    };
    state.deliveries.set(id, delivery);
    state.index.deliveries.push(delivery);
  },
  'webhook-attempted': (state, { deliveryId, attempt }) => {
    const delivery = mustGet(state.deliveries, deliveryId);
    delivery.attempts.push({ ...attempt });
    delivery.attemptedSeq = state.factCount;
    // Any other status is a failure. See WHK-2.
    if (attempt.status === 200) delivery.state = 'succeeded';
  },
  'webhook-exhausted': (state, { deliveryId }) => {
    mustGet(state.deliveries, deliveryId).state = 'exhausted';
  },
  'carrier-set': (state, { carrier }) => {
    state.carrier = { ...carrier } as typeof state.carrier;
  },
};

function resolve(
  state: WritableState,
  { type, messageUuid, receipt, decidedBy }: facts.MessageResolved<'message-delivered' | 'message-failed'>,
  at: number,
): void {
  const message = mustGet(state.messages, messageUuid);
  message.state = type === 'message-delivered' ? 'delivered' : 'failed';
  message.resolvedAt = at;
  message.receipt = receipt;
  message.decidedBy = decidedBy;
}

function reserve(
  state: WritableState,
  {
    type,
    accountUuid,
    batchUuid,
    credits,
    decidedBy,
  }: facts.CreditsReserved<'credits-held' | 'credits-released'>,
  at: number,
): void {
  const account = mustGet(state.accounts, accountUuid);
  account.held += type === 'credits-held' ? credits : -credits;
  enter(state, account, at, { type, credits, about: batchUuid, decidedBy });
}

/**
 * Whether an edit moves the runs of the schedule; any other must not disturb a run that is due at this very instant.
 */
function changesSchedule({ schedule, paid, packaged }: facts.AccountEdited): boolean {
  const members = [schedule, paid?.resetOnSchedule, packaged?.refillOnSchedule];
  return members.some((member) => member !== undefined);
}

/** A change of credits, or a warning. */
interface NewEntry extends Pick<LedgerEntry, 'credits' | 'decidedBy'> {
  readonly type: LedgerFact;
  readonly about?: string;
}

/** Adds an entry to the ledger of an account, after its credits have changed. */
function enter(
  { factCount: seq }: WritableState,
  account: Writable<Account>,
  at: number,
  { type, credits, about, decidedBy }: NewEntry,
): void {
  account.ledger.push({
    seq,
    at,
    type,
    credits,
    about,
    ...(decidedBy && { decidedBy }),
    paid: account.paid.remaining,
    packaged: account.packaged.remaining,
    held: account.held,
  });
}

/** A new account has no credits and cannot go into debt, until it is edited. See CRD-8. */
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
    ledger: [],
  };
}

function newBatch(fact: facts.BatchQueued, seq: number, at: number): Writable<Batch> {
  const batch = {
    uuid: fact.batchUuid,
    seq,
    accountUuid: fact.accountUuid,
    from: fact.from,
    body: fact.body,
    units: fact.units,
    channels: fact.channels,
    callback: fact.callback,
    queuedAt: at,
    sendAt: fact.sendAt,
    pending: fact.sendAt !== undefined,
    releasedSeq: undefined,
    fault: fact.fault,
    messages: [] as Message[],
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
    sentAt: undefined,
    channel: undefined,
    resolvedAt: undefined,
    receipt: undefined,
    decidedBy: undefined,
  };
}
