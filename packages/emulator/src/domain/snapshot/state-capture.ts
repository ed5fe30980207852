import type { Fact } from '../state/facts.ts';
import { isStale, type Job, type JobTargets } from '../state/jobs.ts';
import {
  type Batch,
  bareNumber,
  type Delivery,
  type Message,
  mustGet,
  type Notification,
  type Organization,
  type State,
} from '../state/state.ts';
import { type Preserving, preserveChanged } from './changed-parts.ts';
import { first, PreImages } from './pre-images.ts';
import {
  type AccountSnapshot,
  type BatchContinuation,
  type BatchHeader,
  type BatchSnapshot,
  MESSAGES_PER_ENTRY,
  type Member,
  type MessageSnapshot,
  writeAccount,
  writeDelivery,
  writeHeader,
  writeMessage,
} from './state-snapshot.ts';

/**
 * A state at one instant, written entry by entry while the state changes. Facts are the only way in which a
 * state changes, so {@link StateCapture.preserve} sees each fact before it is applied and keeps a copy of whatever it
 * changes (a pre-image), unless that is written already. Entries are only ever added at the end of a collection, so
 * their number at the instant shows which ones came later; cancelled batches, the only ones to be removed, are kept.
 */
export class StateCapture {
  readonly #state: State;
  readonly #sharedSenders: readonly string[];
  readonly #carrier: State['carrier'];
  readonly #batchCount: number;
  readonly #accounts: PreImages<string, AccountSnapshot>;
  readonly #organizations: PreImages<string, Organization>;
  readonly #notifications: PreImages<string, Notification>;
  readonly #deliveries: PreImages<string, Delivery>;
  readonly #handsets: PreImages<string, Message>;
  readonly #headers = new Map<Batch, BatchHeader>();
  readonly #messages = new Map<Message, MessageSnapshot>();
  readonly #cancelled = new Map<number, Batch>();
  readonly #cancelledByUuid = new Map<string, Batch>();
  readonly #counts: Readonly<Record<'senderOwners' | 'senderLocks', number>>;
  /** Batches up to this one are written; the one after it may be in the middle of it. */
  #writtenBatches = 0;

  constructor(state: State) {
    this.#state = state;
    this.#sharedSenders = state.sharedSenders;
    this.#carrier = state.carrier;
    this.#batchCount = state.batchCount;
    this.#accounts = new PreImages(state.accounts.size);
    this.#organizations = new PreImages(state.organizations.size);
    this.#notifications = new PreImages(state.notifications.size);
    this.#deliveries = new PreImages(state.deliveries.size);
    this.#handsets = new PreImages(state.handsets.size);
    this.#counts = { senderOwners: state.senderOwners.size, senderLocks: state.senderLocks.size };
  }

  /** Copies the entries that a fact is about to change. */
  preserve(fact: Fact): void {
    preserveChanged(this.#preserving, fact);
  }

  /** Whether a job did not count at the instant. Call it before the members are written. */
  isStale(job: Job): boolean {
    return isStale(this.#targets, job);
  }

  /** The members of a {@link StateSnapshot}; to be taken once. */
  *members(): Generator<Member> {
    const { organizations, accounts, notifications, deliveries, handsets } = this.#state;
    const { senderOwners, senderLocks } = this.#state;
    yield ['organizations', { list: this.#organizations.write(organizations, (entry) => ({ ...entry })) }];
    yield ['accounts', { list: this.#accounts.write(accounts, writeAccount) }];
    yield ['senderOwners', { list: first(this.#counts.senderOwners, senderOwners) }];
    yield ['sharedSenders', { list: this.#sharedSenders }];
    yield ['senderLocks', { list: first(this.#counts.senderLocks, senderLocks) }];
    yield ['batches', { list: this.#writeBatches() }];
    yield ['batchCount', { value: this.#batchCount }];
    yield ['handsets', { list: this.#writeHandsets(handsets) }];
    yield ['notifications', { list: this.#notifications.write(notifications, (entry) => ({ ...entry })) }];
    yield ['deliveries', { list: this.#deliveries.write(deliveries, writeDelivery) }];
    yield ['carrier', { value: this.#carrier }];
  }

  readonly #targets: JobTargets = {
    batches: {
      get: (uuid) => {
        const batch = this.#cancelledByUuid.get(uuid) ?? this.#state.batches.get(uuid);
        return batch !== undefined && batch.ordinal <= this.#batchCount ? batch : undefined;
      },
    },
    messages: {
      get: (uuid) => {
        const message = this.#state.messages.get(uuid);
        return message && (this.#messages.get(message) ?? message);
      },
    },
    deliveries: { get: (id) => this.#deliveries.get(id) ?? this.#state.deliveries.get(id) },
    accounts: { get: (uuid) => this.#accounts.get(uuid) ?? this.#state.accounts.get(uuid) },
  };

  readonly #preserving: Preserving = {
    account: (uuid) => this.#accounts.keep(uuid, () => writeAccount(mustGet(this.#state.accounts, uuid))),
    organizationOf: (accountUuid) => {
      const { organizationUuid: uuid } = mustGet(this.#state.accounts, accountUuid);
      this.#organizations.keep(uuid, () => ({ ...mustGet(this.#state.organizations, uuid) }));
    },
    notification: (uuid) =>
      this.#notifications.keep(uuid, () => ({ ...mustGet(this.#state.notifications, uuid) })),
    delivery: (id) => this.#deliveries.keep(id, () => writeDelivery(mustGet(this.#state.deliveries, id))),
    header: (uuid) => this.#keepHeader(mustGet(this.#state.batches, uuid)),
    message: (batchUuid, uuid) => this.#keepMessage(batchUuid, uuid),
    handsetOf: (uuid) => {
      const number = bareNumber(mustGet(this.#state.messages, uuid).to);
      const latest = this.#state.handsets.get(number);
      if (latest !== undefined) this.#handsets.keep(number, () => latest);
    },
    cancelled: (uuid) => {
      const batch = mustGet(this.#state.batches, uuid);
      if (!this.#isAwaited(batch)) return;
      this.#keepHeader(batch);
      this.#cancelled.set(batch.ordinal, batch);
      this.#cancelledByUuid.set(uuid, batch);
    },
  };

  #isAwaited({ ordinal }: Batch): boolean {
    return ordinal > this.#writtenBatches && ordinal <= this.#batchCount;
  }

  #keepHeader(batch: Batch): void {
    if (this.#isAwaited(batch) && !this.#headers.has(batch)) this.#headers.set(batch, writeHeader(batch));
  }

  #keepMessage(batchUuid: string, uuid: string): void {
    const { messages } = mustGet(this.#state.batches, batchUuid);
    const message = messages.length === 1 ? (messages[0] as Message) : mustGet(this.#state.messages, uuid);
    if (!this.#isAwaited(message.batch) || this.#messages.has(message)) return;
    this.#messages.set(message, writeMessage(message));
  }

  /** Batches are in the order of their ordinals; cancelled ones keep their places. */
  *#writeBatches(): Generator<BatchSnapshot | BatchContinuation | undefined> {
    for (const batch of this.#state.batches.values()) {
      if (batch.ordinal > this.#batchCount) break;
      yield* this.#writeCancelled(batch.ordinal);
      if (batch.ordinal > this.#writtenBatches) yield* this.#writeBatch(batch);
    }
    yield* this.#writeCancelled(this.#batchCount + 1);
  }

  *#writeCancelled(end: number): Generator<BatchSnapshot | BatchContinuation | undefined> {
    for (let ordinal = this.#writtenBatches + 1; ordinal < end; ordinal++) {
      const batch = this.#cancelled.get(ordinal);
      if (batch !== undefined) yield* this.#writeBatch(batch);
      else if (ordinal % 1_000 === 0) yield undefined;
    }
  }

  *#writeBatch(batch: Batch): Generator<BatchSnapshot | BatchContinuation> {
    const { messages, uuid } = batch;
    const header = this.#headers.get(batch) ?? writeHeader(batch);
    yield { ...header, messageCount: messages.length, messages: this.#writeMessages(batch, 0) };
    for (let start = MESSAGES_PER_ENTRY; start < messages.length; start += MESSAGES_PER_ENTRY) {
      yield { continues: uuid, messages: this.#writeMessages(batch, start) };
    }
    this.#headers.delete(batch);
    this.#cancelled.delete(batch.ordinal);
    this.#writtenBatches = batch.ordinal;
  }

  #writeMessages({ messages }: Batch, start: number): MessageSnapshot[] {
    return messages.slice(start, start + MESSAGES_PER_ENTRY).map((message) => {
      const kept = this.#messages.get(message);
      if (kept !== undefined) this.#messages.delete(message);
      return kept ?? writeMessage(message);
    });
  }

  *#writeHandsets(handsets: State['handsets']): Generator<readonly [string, string]> {
    for (const [number, latest] of first(this.#handsets.count, handsets)) {
      yield [number, (this.#handsets.get(number) ?? latest).uuid];
    }
    this.#handsets.close();
  }
}
