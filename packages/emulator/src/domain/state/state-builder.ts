import type { ReceiptInfo } from '@messaging-service/contract';
import { LargeMap, type ReadonlyLargeMap } from './large-map.ts';
import {
  type Account,
  type Batch,
  bareNumber,
  type Delivery,
  emptyState,
  lockKey,
  type Message,
  type Notification,
  type Organization,
  type Principal,
  type State,
} from './state.ts';
import type { AccountSnapshot, BatchContinuation, BatchSnapshot, MessageSnapshot } from './state-snapshot.ts';

/** An entry of a snapshot that does not fit the others. */
export class SnapshotFault extends Error {
  /** Where it is: member names and positions or identifiers, joined by dots. */
  readonly path: string;
  /** What is wrong with it, in words that can follow the path. */
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path} ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}

/** A collection while it is filled. */
type Open<Collection> =
  Collection extends ReadonlyLargeMap<infer Value>
    ? LargeMap<Value>
    : Collection extends ReadonlyMap<infer Key, infer Value>
      ? Map<Key, Value>
      : Collection;
type OpenState = { -readonly [Name in keyof State]: Open<State[Name]> };

interface OpenAccount extends Account {
  readonly scheduledBatches: Batch[];
  pendingCount: number;
  readonly notificationUuids: string[];
}

/** The batch that is being read, its list of messages, and how many of them are to come. */
interface OpenBatch {
  readonly batch: Batch;
  readonly list: Message[];
  readonly left: number;
}

/** A message while its references are tied: what comes before it is known by its identifier first. */
interface LooseMessage extends Omit<Message, 'previous'> {
  previous: Message | string | undefined;
}

/** Counts towards a turn of the event loop: where {@link StateBuilder.finish} may pause. */
const STEPS_PER_PAUSE = 500;

/**
 * Makes a state from the entries of a snapshot, which come one by one, list by list in any order. Entries have the
 * right form already; here they are checked against each other. Nothing of the state is in use before it is whole.
 */
export class StateBuilder {
  readonly #state = emptyState() as OpenState;
  readonly #texts = new Map<string, string>();
  readonly #receipts = new Map<string, ReceiptInfo>();
  readonly #channels = new Map<string, Batch['channels']>();
  readonly #handsets = new LargeMap<string>();
  #latest: OpenBatch | undefined;
  #sentMessages = 0;

  organization(path: string, organization: Organization): void {
    requireNew(this.#state.organizations, organization.uuid, `${path}.uuid`);
    this.#state.organizations.set(organization.uuid, organization);
  }

  account(path: string, account: AccountSnapshot): void {
    requireNew(this.#state.accounts, account.uuid, `${path}.uuid`);
    const open: OpenAccount = { ...account, scheduledBatches: [], pendingCount: 0, notificationUuids: [] };
    this.#state.accounts.set(account.uuid, open);
  }

  senderOwner(path: string, [sender, accountUuid]: readonly [string, string]): void {
    requireNew(this.#state.senderOwners, sender, `${path}.0`);
    this.#state.senderOwners.set(sender, accountUuid);
  }

  sharedSender(path: string, sender: string): void {
    if (this.#state.sharedSenders.includes(sender)) throw new SnapshotFault(path, 'is there twice');
    this.#state.sharedSenders = [...this.#state.sharedSenders, sender];
  }

  senderLock(path: string, [key, accountUuid]: readonly [string, string]): void {
    requireNew(this.#state.senderLocks, key, `${path}.0`);
    this.#state.senderLocks.set(key, accountUuid);
    const [number, sender] = partsOf(key);
    const holders = this.#state.lockHolders.get(sender);
    if (holders === undefined) this.#state.lockHolders.set(sender, new Set([accountUuid]));
    else (holders as Set<string>).add(accountUuid);
    const holder = lockKey(number, accountUuid);
    const assigned = this.#state.assignedSenders.get(holder);
    if (assigned === undefined) this.#state.assignedSenders.set(holder, [sender]);
    else (assigned as string[]).push(sender);
  }

  batch(path: string, entry: BatchSnapshot | BatchContinuation): void {
    if ('continues' in entry) {
      this.#continue(path, entry);
      return;
    }
    const { batches } = this.#state;
    this.#requireWholeBatch(path);
    requireNew(batches, entry.uuid, `${path}.uuid`);
    const before = this.#latest?.batch.ordinal ?? 0;
    if (entry.ordinal <= before)
      throw new SnapshotFault(
        `${path}.ordinal`,
        `must be greater than that of the batch before it, ${before}`,
      );
    const { messages, messageCount, ...header } = entry;
    const list: Message[] = [];
    const batch: Batch = {
      ...header,
      // Equal texts become one, as they are in a state that was never written.
      accountUuid: this.#one(header.accountUuid),
      from: this.#one(header.from),
      channels: this.#oneChannels(header.channels),
      callback: this.#oneCallback(header.callback),
      sendAt: header.sendAt,
      messages: list,
    };
    batches.set(batch.uuid, batch);
    this.#latest = { batch, list, left: messageCount };
    this.#add(path, this.#latest, messages);
  }

  #continue(path: string, { continues, messages }: BatchContinuation): void {
    if (this.#latest?.batch.uuid !== continues)
      throw new SnapshotFault(`${path}.continues`, 'must be the UUID of the batch in the entry before it');
    this.#add(path, this.#latest, messages);
  }

  #add(path: string, { batch, list, left }: OpenBatch, messages: readonly MessageSnapshot[]): void {
    if (messages.length > left)
      throw new SnapshotFault(
        `${path}.messages`,
        'holds more messages than the batch has by its messageCount',
      );
    for (const [index, message] of messages.entries())
      list.push(this.#message(`${path}.messages.${index}`, batch, message));
    this.#latest = { batch, list, left: left - messages.length };
  }

  #message(
    path: string,
    batch: Batch,
    { uuid, to, state, sent, resolved, previous }: MessageSnapshot,
  ): Message {
    requireNew(this.#state.messages, uuid, `${path}.uuid`);
    if (batch.pending && state !== 'queued')
      throw new SnapshotFault(`${path}.state`, 'must be "queued", since the batch is pending');
    const message: LooseMessage = {
      uuid,
      to,
      batch,
      state,
      sent,
      resolved: resolved && { at: resolved.at, receipt: this.#oneReceipt(resolved.receipt) },
      previous,
    };
    if (sent !== undefined) this.#sentMessages++;
    this.#state.messages.set(uuid, message as Message);
    return message as Message;
  }

  handset(path: string, [number, uuid]: readonly [string, string]): void {
    requireNew(this.#handsets, number, `${path}.0`);
    this.#handsets.set(number, uuid);
  }

  notification(path: string, notification: Notification): void {
    requireNew(this.#state.notifications, notification.uuid, `${path}.uuid`);
    this.#state.notifications.set(notification.uuid, notification);
  }

  delivery(path: string, delivery: Delivery): void {
    requireNew(this.#state.deliveries, delivery.id, `${path}.id`);
    this.#state.deliveries.set(delivery.id, { ...delivery, accountUuid: this.#one(delivery.accountUuid) });
  }

  batchCount(count: number): void {
    this.#state.batchCount = count;
  }

  carrier(carrier: State['carrier']): void {
    this.#state.carrier = carrier;
  }

  /** Ties the parts together and checks that none is missing; it pauses at each `yield`. */
  *finish(): Generator<undefined, State> {
    const { state } = this;
    this.#requireWholeBatch('state.batches');
    yield* each(state.organizations.values(), ({ uuid, apiKey }) =>
      this.#principal(`state.organizations.${uuid}`, apiKey, { kind: 'organization', uuid }),
    );
    yield* each(state.accounts.values(), (account) => this.#tieAccount(account));
    yield* each(state.senderOwners, ([sender, owner]) =>
      this.#requireAccount(`state.senderOwners.${sender}`, owner),
    );
    yield* each(state.senderLocks, ([key, holder]) =>
      this.#requireAccount(`state.senderLocks.${key}`, holder),
    );
    yield* each(state.batches.values(), (batch) => this.#tieBatch(batch));
    yield* each(state.messages.values(), (message) => this.#tieMessage(message));
    yield* this.#tieHandsets();
    yield* each(state.notifications.values(), (notification) => this.#tieNotification(notification));
    yield* each(state.deliveries.values(), ({ id, accountUuid }) =>
      this.#requireAccount(`state.deliveries.${id}.accountUuid`, accountUuid),
    );
    return state;
  }

  /** The state so far. */
  get state(): State {
    return this.#state;
  }

  #requireWholeBatch(path: string): void {
    if (this.#latest === undefined || this.#latest.left === 0) return;
    const { uuid } = this.#latest.batch;
    throw new SnapshotFault(path, `misses ${this.#latest.left} messages of the batch ${uuid}`);
  }

  #principal(path: string, apiKey: string, principal: Principal): void {
    requireNew(this.#state.principals, apiKey, `${path}.apiKey`);
    this.#state.principals.set(apiKey, principal);
  }

  #tieAccount({ uuid, organizationUuid, apiKey, deleted }: Account): void {
    const path = `state.accounts.${uuid}`;
    if (!this.#state.organizations.has(organizationUuid))
      throw missing(`${path}.organizationUuid`, 'organization', organizationUuid);
    if (!deleted) this.#principal(path, apiKey, { kind: 'account', uuid });
  }

  #requireAccount(path: string, uuid: string): OpenAccount {
    const account = this.#state.accounts.get(uuid);
    if (account === undefined) throw missing(path, 'account', uuid);
    return account as OpenAccount;
  }

  #tieBatch(batch: Batch): void {
    const path = `state.batches.${batch.uuid}`;
    const account = this.#requireAccount(`${path}.accountUuid`, batch.accountUuid);
    const { messages, ordinal, payable, delivered, failed } = batch;
    if (ordinal > this.#state.batchCount)
      throw new SnapshotFault('state.batchCount', `must not be less than ${ordinal}, the ordinal of a batch`);
    if (payable > messages.length)
      throw new SnapshotFault(`${path}.payable`, `must not be greater than ${messages.length}, its messages`);
    requireCount(`${path}.delivered`, delivered, messages, 'delivered');
    requireCount(`${path}.failed`, failed, messages, 'failed');
    if (!batch.pending) return;
    if (batch.sendAt === undefined)
      throw new SnapshotFault(`${path}.sendAt`, 'is missing in a pending batch');
    account.scheduledBatches.push(batch);
    account.pendingCount++;
  }

  #tieMessage(message: Message): void {
    const loose = message as LooseMessage;
    if (typeof loose.previous !== 'string') return;
    const previous = this.#state.messages.get(loose.previous);
    const path = `state.batches.${message.batch.uuid}.messages.${message.uuid}.previous`;
    if (previous === undefined) throw missing(path, 'message', loose.previous);
    loose.previous = previous;
  }

  /** From the latest message of each handset back to its first: each message that was sent must come up exactly once. */
  *#tieHandsets(): Generator<undefined> {
    let left = this.#sentMessages;
    for (const [number, uuid] of this.#handsets) {
      const path = `state.handsets.${number}`;
      const latest = this.#state.messages.get(uuid);
      if (latest === undefined) throw missing(path, 'message', uuid);
      for (let message: Message | undefined = latest; message !== undefined; message = message.previous) {
        if (message.sent === undefined || bareNumber(message.to) !== number || --left < 0)
          throw new SnapshotFault(
            path,
            `must lead to messages sent to it, each once; not so ${message.uuid}`,
          );
        if (left % STEPS_PER_PAUSE === 0) yield;
      }
      this.#state.handsets.set(number, latest);
    }
    if (left > 0) throw new SnapshotFault('state.handsets', `misses ${left} messages that were sent`);
  }

  #tieNotification({ uuid, accountUuid }: Notification): void {
    const account = this.#requireAccount(`state.notifications.${uuid}.accountUuid`, accountUuid);
    account.notificationUuids.push(uuid);
  }

  #one(text: string): string {
    const known = this.#texts.get(text);
    if (known === undefined) this.#texts.set(text, text);
    return known ?? text;
  }

  #oneCallback(callback: string | undefined): string | undefined {
    const before = this.#latest?.batch.callback;
    return callback === before ? before : callback;
  }

  #oneChannels(channels: Batch['channels']): Batch['channels'] {
    const key = channels.join(' ');
    const known = this.#channels.get(key);
    if (known === undefined) this.#channels.set(key, channels);
    return known ?? channels;
  }

  #oneReceipt(receipt: ReceiptInfo): ReceiptInfo {
    const key = `${receipt.code} ${receipt.description}`;
    const known = this.#receipts.get(key);
    if (known === undefined && this.#receipts.size < MOST_RECEIPTS) this.#receipts.set(key, receipt);
    return known ?? receipt;
  }
}

/** Descriptions can be given by hand; there is no use in looking for each of a million. */
const MOST_RECEIPTS = 1_000;

/** Number and sender ID of a lock. */
function partsOf(key: string): readonly [number: string, sender: string] {
  const space = key.indexOf(' ');
  return [key.slice(0, space), key.slice(space + 1)];
}

function requireNew(collection: ReadonlyMap<string, unknown>, key: string, path: string): void {
  if (collection.has(key)) throw new SnapshotFault(path, `is there twice: ${JSON.stringify(key)}`);
}

function requireCount(
  path: string,
  count: number,
  messages: readonly Message[],
  state: Message['state'],
): void {
  let actual = 0;
  for (const message of messages) if (message.state === state) actual++;
  if (count !== actual) throw new SnapshotFault(path, `must be ${actual}, as many as its messages say`);
}

function missing(path: string, kind: string, uuid: string): SnapshotFault {
  return new SnapshotFault(path, `names the ${kind} ${uuid}, which the snapshot does not hold`);
}

function* each<Value>(values: Iterable<Value>, tie: (value: Value) => void): Generator<undefined> {
  let count = 0;
  for (const value of values) {
    tie(value);
    if (++count % STEPS_PER_PAUSE === 0) yield;
  }
}
