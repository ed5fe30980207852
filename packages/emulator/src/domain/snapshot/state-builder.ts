import { LargeMap } from '../state/large-map.ts';
import {
  type Batch,
  type Delivery,
  emptyState,
  lockKey,
  type Message,
  type Notification,
  type Organization,
  type State,
} from '../state/state.ts';
import { SharedValues } from './shared-values.ts';
import { requireNew, SnapshotFault } from './snapshot-fault.ts';
import { type LooseMessage, type OpenAccount, type OpenState, StateLinks } from './state-links.ts';
import type { AccountSnapshot, BatchContinuation, BatchSnapshot, MessageSnapshot } from './state-snapshot.ts';

/** The batch that is being read, its list of messages, and how many of them have not been read yet. */
interface OpenBatch {
  readonly batch: Batch;
  readonly list: Message[];
  readonly left: number;
}

/**
 * Builds a state from the entries of a snapshot, which arrive one by one, list by list in any order. Their form has been
 * checked already. Nothing uses the state before {@link StateBuilder.finish} has linked the entries.
 */
export class StateBuilder {
  readonly #state = emptyState() as OpenState;
  readonly #shared = new SharedValues();
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
    if (this.#state.sharedSenders.includes(sender)) throw new SnapshotFault(path, 'occurs twice');
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
    const previous = this.#latest?.batch;
    const before = previous?.ordinal ?? 0;
    if (entry.ordinal <= before)
      throw new SnapshotFault(
        `${path}.ordinal`,
        `must be greater than that of the batch before it, ${before}`,
      );
    const { messages, messageCount, ...header } = entry;
    const list: Message[] = [];
    const batch: Batch = {
      ...header,
      accountUuid: this.#shared.text(header.accountUuid),
      from: this.#shared.text(header.from),
      channels: this.#shared.channels(header.channels),
      callback: header.callback === previous?.callback ? previous?.callback : header.callback,
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
      throw new SnapshotFault(`${path}.messages`, 'has more messages than the messageCount of the batch');
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
      throw new SnapshotFault(`${path}.state`, 'must be "queued", because the batch is pending');
    const message: LooseMessage = {
      uuid,
      to,
      batch,
      state,
      sent,
      resolved: resolved && { at: resolved.at, receipt: this.#shared.receipt(resolved.receipt) },
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
    this.#state.deliveries.set(delivery.id, {
      ...delivery,
      accountUuid: this.#shared.text(delivery.accountUuid),
    });
  }

  batchCount(count: number): void {
    this.#state.batchCount = count;
  }

  carrier(carrier: State['carrier']): void {
    this.#state.carrier = carrier;
  }

  /** Links the parts and checks that none is missing; it pauses at each `yield`. */
  *finish(): Generator<undefined, State> {
    this.#requireWholeBatch('state.batches');
    yield* new StateLinks(this.#state).link(this.#handsets, this.#sentMessages);
    return this.#state;
  }

  #requireWholeBatch(path: string): void {
    if (this.#latest === undefined || this.#latest.left === 0) return;
    const { uuid } = this.#latest.batch;
    throw new SnapshotFault(path, `lacks messages of the batch ${uuid}: ${this.#latest.left}`);
  }
}

/** Number and sender ID of a lock. */
function partsOf(key: string): readonly [number: string, sender: string] {
  const space = key.indexOf(' ');
  return [key.slice(0, space), key.slice(space + 1)];
}
