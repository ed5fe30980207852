import type {
  Account,
  Batch,
  Delivery,
  Message,
  Notification,
  Organization,
  Principal,
  ReceivedMessage,
  SenderLock,
  State,
} from '../../domain/state/state.ts';
import { createIndex } from '../../domain/state/state-index.ts';

/**
 * The state as JSON: maps as lists, and messages under their batches. It does not contain anything that follows from
 * the rest, such as the map of API keys.
 */
export interface StoredState {
  readonly organizations: readonly Organization[];
  readonly accounts: readonly Account[];
  readonly senderOwners: readonly (readonly [sender: string, accountUuid: string])[];
  readonly sharedSenders: readonly string[];
  readonly senderLocks: readonly (readonly [number: string, locks: readonly SenderLock[]])[];
  /** Missing if no one has opted out. */
  readonly optOuts?: readonly (readonly [number: string, senders: readonly string[]])[] | undefined;
  /** In the order in which they were queued. */
  readonly batches: readonly StoredBatch[];
  /** In the order in which they were received. */
  readonly received: readonly ReceivedMessage[];
  readonly notifications: readonly Notification[];
  readonly deliveries: readonly Delivery[];
  readonly carrier: State['carrier'];
}

type StoredBatch = Omit<Batch, 'messages'> & { readonly messages: readonly Omit<Message, 'batch'>[] };

/** Writes a state as JSON. Its parts belong to the state, so the result must be written or copied before the next call. */
export function writeState(state: State): StoredState {
  const { sharedSenders, received, carrier } = state;
  return {
    organizations: [...state.organizations.values()],
    accounts: [...state.accounts.values()],
    senderOwners: [...state.senderOwners],
    sharedSenders,
    senderLocks: [...state.senderLocks],
    ...(state.optOuts.size > 0 && { optOuts: [...state.optOuts] }),
    batches: Array.from(state.batches.values(), writeBatch),
    received,
    notifications: [...state.notifications.values()],
    deliveries: [...state.deliveries.values()],
    carrier,
  };
}

function writeBatch({ messages, ...batch }: Batch): StoredBatch {
  return { ...batch, messages: messages.map(({ batch: _, ...message }) => message) };
}

/**
 * Builds a state again. Its parts belong to the state afterwards.
 *
 * @param factCount - Facts recorded until it was written.
 */
export function readState(stored: StoredState, factCount: number): State {
  const batches = stored.batches.map(readBatch);
  return {
    organizations: byUuid(stored.organizations),
    accounts: byUuid(stored.accounts),
    principals: readPrincipals(stored),
    senderOwners: new Map(stored.senderOwners),
    sharedSenders: stored.sharedSenders,
    senderLocks: new Map(stored.senderLocks),
    optOuts: new Map(stored.optOuts ?? []),
    batches: byUuid(batches),
    messages: byUuid(batches.flatMap(({ messages }) => messages)),
    received: stored.received,
    notifications: byUuid(stored.notifications),
    deliveries: new Map(stored.deliveries.map((delivery) => [delivery.id, delivery])),
    carrier: stored.carrier,
    factCount,
    index: createIndex({ ...stored, batches }),
  };
}

function byUuid<Entry extends { readonly uuid: string }>(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entry.uuid, entry]));
}

function readBatch({ messages: written, ...header }: StoredBatch): Batch {
  const messages: Message[] = [];
  // Members that are undefined are missing in JSON.
  const { callback, sendAt, releasedSeq, fault } = header;
  const batch: Batch = { ...header, callback, sendAt, releasedSeq, fault, messages };
  for (const { uuid, to, state, sentAt, channel, resolvedAt, receipt, decidedBy } of written)
    messages.push({ uuid, to, batch, state, sentAt, channel, resolvedAt, receipt, decidedBy });
  return batch;
}

/** The owners of the API keys. The key of a deleted account does not count. */
function readPrincipals({ organizations, accounts }: StoredState): Map<string, Principal> {
  const principals = new Map<string, Principal>();
  for (const { uuid, apiKey } of organizations) principals.set(apiKey, { kind: 'organization', uuid });
  for (const { uuid, apiKey, deleted } of accounts)
    if (!deleted) principals.set(apiKey, { kind: 'account', uuid });
  return principals;
}
