import { LargeMap } from './large-map.ts';
import type {
  Account,
  Batch,
  Delivery,
  Message,
  Notification,
  Organization,
  Principal,
  State,
} from './state.ts';

/** The state as JSON: maps as lists, and messages under their batches, since they refer to each other. */
export interface StateSnapshot {
  readonly organizations: readonly Organization[];
  readonly accounts: readonly Omit<Account, 'scheduledBatches' | 'pendingCount'>[];
  readonly principals: readonly (readonly [string, Principal])[];
  readonly senderOwners: readonly (readonly [string, string])[];
  readonly sharedSenders: readonly string[];
  readonly senderLocks: readonly (readonly [string, string])[];
  readonly assignedSenders: readonly (readonly [string, readonly string[]])[];
  readonly batches: readonly BatchSnapshot[];
  readonly batchCount: number;
  /** Handset number → UUID of the latest message sent to it. */
  readonly handsets: readonly (readonly [string, string])[];
  readonly notifications: readonly Notification[];
  readonly deliveries: readonly Delivery[];
  readonly carrier: State['carrier'];
}

type MessageSnapshot = Omit<Message, 'batch' | 'previous'> & { readonly previous?: string | undefined };
type BatchSnapshot = Omit<Batch, 'messages'> & { readonly messages: readonly MessageSnapshot[] };

/** A message while its references are being tied. */
interface LooseMessage extends Omit<Message, 'previous'> {
  previous: Message | undefined;
}

/** Writes a state as JSON that shares nothing with it. */
export function writeState(state: State): StateSnapshot {
  return structuredClone({
    organizations: [...state.organizations.values()],
    accounts: [...state.accounts.values()].map(
      ({ scheduledBatches: _, pendingCount: __, ...account }) => account,
    ),
    principals: [...state.principals],
    senderOwners: [...state.senderOwners],
    sharedSenders: state.sharedSenders,
    senderLocks: [...state.senderLocks],
    assignedSenders: [...state.assignedSenders],
    batches: [...state.batches.values()].map(writeBatch),
    batchCount: state.batchCount,
    handsets: [...state.handsets].map(([number, message]) => [number, message.uuid] as const),
    notifications: [...state.notifications.values()],
    deliveries: [...state.deliveries.values()],
    carrier: state.carrier,
  });
}

function writeBatch({ messages, ...batch }: Batch): BatchSnapshot {
  return {
    ...batch,
    messages: messages.map(({ batch: _, previous, ...message }) => ({
      ...message,
      previous: previous?.uuid,
    })),
  };
}

/** Makes the state that a snapshot tells of; the two share nothing. */
export function readState(snapshot: StateSnapshot): State {
  const copy = structuredClone(snapshot);
  const messages = new LargeMap<LooseMessage>();
  const batches = new LargeMap(
    copy.batches.map((batch) => [batch.uuid, readBatch(batch, messages)] as const),
  );
  for (const { messages: written } of copy.batches) {
    for (const { uuid, previous } of written) tie(messages, uuid, previous);
  }
  const pending = [...batches.values()].filter((batch) => batch.pending);
  const pendingOf = Map.groupBy(pending, ({ accountUuid }) => accountUuid);
  return {
    organizations: byUuid(copy.organizations),
    accounts: byUuid(
      copy.accounts.map((account) => {
        const scheduledBatches = pendingOf.get(account.uuid) ?? [];
        return { ...account, scheduledBatches, pendingCount: scheduledBatches.length };
      }),
    ),
    principals: new Map(copy.principals),
    senderOwners: new Map(copy.senderOwners),
    sharedSenders: copy.sharedSenders,
    senderLocks: new LargeMap(copy.senderLocks),
    assignedSenders: new LargeMap(copy.assignedSenders),
    batches,
    batchCount: copy.batchCount,
    messages,
    handsets: new LargeMap(
      copy.handsets.map(([number, uuid]) => [number, messages.get(uuid) as Message] as const),
    ),
    notifications: byUuid(copy.notifications),
    deliveries: new LargeMap(copy.deliveries.map((delivery) => [delivery.id, delivery] as const)),
    carrier: copy.carrier,
  };
}

/** Every member is named: JSON drops those that are undefined, and a message is read by its members a million times. */
function readBatch(
  { messages: written, ...members }: BatchSnapshot,
  messages: LargeMap<LooseMessage>,
): Batch {
  const own: Message[] = [];
  const batch: Batch = { ...members, callback: members.callback, sendAt: members.sendAt, messages: own };
  for (const { uuid, to, state, sent, resolved } of written) {
    const message = { uuid, to, batch, state, sent, resolved, previous: undefined };
    messages.set(uuid, message);
    own.push(message);
  }
  return batch;
}

function tie(messages: ReadonlyMap<string, LooseMessage>, uuid: string, previous: string | undefined): void {
  const message = messages.get(uuid);
  if (message !== undefined && previous !== undefined) message.previous = messages.get(previous);
}

function byUuid<Value extends { readonly uuid: string }>(values: readonly Value[]): Map<string, Value> {
  return new Map(values.map((value) => [value.uuid, value]));
}
