import type { LargeMap, ReadonlyLargeMap } from '../state/large-map.ts';
import {
  type Account,
  type Batch,
  bareNumber,
  type Message,
  type Notification,
  type Principal,
  type State,
} from '../state/state.ts';
import { requireNew, SnapshotFault } from './snapshot-fault.ts';

/** A collection while it is filled. */
type Open<Collection> =
  Collection extends ReadonlyLargeMap<infer Value>
    ? LargeMap<Value>
    : Collection extends ReadonlyMap<infer Key, infer Value>
      ? Map<Key, Value>
      : Collection;
/** A state while it is built. */
export type OpenState = { -readonly [Name in keyof State]: Open<State[Name]> };

/** An account while its batches and notifications are linked. */
export interface OpenAccount extends Account {
  readonly scheduledBatches: Batch[];
  pendingCount: number;
  readonly notificationUuids: string[];
}

/** A message while it is linked: `previous` is an identifier first. */
export interface LooseMessage extends Omit<Message, 'previous'> {
  previous: Message | string | undefined;
}

/** Entries that are linked without a pause. */
const STEPS_PER_PAUSE = 500;

/** Replaces the identifiers in the entries of a snapshot by references, and checks that each refers to an entry. */
export class StateLinks {
  readonly #state: OpenState;

  constructor(state: OpenState) {
    this.#state = state;
  }

  /**
   * Links all entries; it pauses at each `yield`.
   *
   * @param handsets - The latest message of each handset.
   * @param sentMessages - Number of messages that were sent.
   */
  *link(handsets: LargeMap<string>, sentMessages: number): Generator<undefined> {
    const state = this.#state;
    yield* each(state.organizations.values(), ({ uuid, apiKey }) =>
      this.#principal(`state.organizations.${uuid}`, apiKey, { kind: 'organization', uuid }),
    );
    yield* each(state.accounts.values(), (account) => this.#linkAccount(account));
    yield* each(state.senderOwners, ([sender, owner]) =>
      this.#requireAccount(`state.senderOwners.${sender}`, owner),
    );
    yield* each(state.senderLocks, ([key, holder]) =>
      this.#requireAccount(`state.senderLocks.${key}`, holder),
    );
    yield* each(state.batches.values(), (batch) => this.#linkBatch(batch));
    yield* each(state.messages.values(), (message) => this.#linkMessage(message));
    yield* this.#linkHandsets(handsets, sentMessages);
    yield* each(state.notifications.values(), (notification) => this.#linkNotification(notification));
    yield* each(state.deliveries.values(), ({ id, accountUuid }) =>
      this.#requireAccount(`state.deliveries.${id}.accountUuid`, accountUuid),
    );
  }

  #principal(path: string, apiKey: string, principal: Principal): void {
    requireNew(this.#state.principals, apiKey, `${path}.apiKey`);
    this.#state.principals.set(apiKey, principal);
  }

  #linkAccount({ uuid, organizationUuid, apiKey, deleted }: Account): void {
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

  #linkBatch(batch: Batch): void {
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

  #linkMessage(message: Message): void {
    const loose = message as LooseMessage;
    if (typeof loose.previous !== 'string') return;
    const previous = this.#state.messages.get(loose.previous);
    const path = `state.batches.${message.batch.uuid}.messages.${message.uuid}.previous`;
    if (previous === undefined) throw missing(path, 'message', loose.previous);
    loose.previous = previous;
  }

  /** Follows each handset from its latest message to its first. Each message that was sent must occur exactly once. */
  *#linkHandsets(handsets: LargeMap<string>, sentMessages: number): Generator<undefined> {
    let left = sentMessages;
    for (const [number, uuid] of handsets) {
      const path = `state.handsets.${number}`;
      const latest = this.#state.messages.get(uuid);
      if (latest === undefined) throw missing(path, 'message', uuid);
      for (let message: Message | undefined = latest; message !== undefined; message = message.previous) {
        if (message.sent === undefined || bareNumber(message.to) !== number || --left < 0)
          throw new SnapshotFault(
            path,
            `must contain each message sent to it once; ${message.uuid} is wrong`,
          );
        if (left % STEPS_PER_PAUSE === 0) yield;
      }
      this.#state.handsets.set(number, latest);
    }
    if (left > 0) throw new SnapshotFault('state.handsets', `lacks messages that were sent: ${left}`);
  }

  #linkNotification({ uuid, accountUuid }: Notification): void {
    const account = this.#requireAccount(`state.notifications.${uuid}.accountUuid`, accountUuid);
    account.notificationUuids.push(uuid);
  }
}

function requireCount(
  path: string,
  count: number,
  messages: readonly Message[],
  state: Message['state'],
): void {
  let actual = 0;
  for (const message of messages) if (message.state === state) actual++;
  if (count !== actual) throw new SnapshotFault(path, `must be ${actual}, the number of its messages`);
}

function missing(path: string, kind: string, uuid: string): SnapshotFault {
  return new SnapshotFault(path, `refers to the ${kind} ${uuid}, which the snapshot does not contain`);
}

function* each<Value>(values: Iterable<Value>, link: (value: Value) => void): Generator<undefined> {
  let count = 0;
  for (const value of values) {
    link(value);
    if (++count % STEPS_PER_PAUSE === 0) yield;
  }
}
