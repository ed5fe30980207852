import type { Account, Batch, Delivery, Message, Notification, Organization, State } from '../state/state.ts';

/**
 * The state as JSON: maps as lists, and messages under their batches. It does not contain anything that follows from
 * the rest, such as the map of API keys, so that its parts cannot contradict each other.
 */
export interface StateSnapshot {
  readonly organizations: readonly Organization[];
  readonly accounts: readonly AccountSnapshot[];
  readonly senderOwners: readonly (readonly [sender: string, accountUuid: string])[];
  readonly sharedSenders: readonly string[];
  /** In the order in which they were locked; the key is that of `lockKey(number, sender)`. */
  readonly senderLocks: readonly (readonly [key: string, accountUuid: string])[];
  /** In the order in which they were queued. A batch with many messages continues in entries of its own. */
  readonly batches: readonly (BatchSnapshot | BatchContinuation)[];
  readonly batchCount: number;
  /** Handset number → UUID of the latest message sent to it. */
  readonly handsets: readonly (readonly [number: string, messageUuid: string])[];
  readonly notifications: readonly Notification[];
  readonly deliveries: readonly Delivery[];
  readonly carrier: State['carrier'];
}

export type AccountSnapshot = Omit<Account, 'scheduledBatches' | 'pendingCount' | 'notificationUuids'>;
export type MessageSnapshot = Omit<Message, 'batch' | 'previous'> & {
  /** UUID of the message sent to the same handset before this one. */
  readonly previous?: string | undefined;
};
export type BatchHeader = Omit<Batch, 'messages'>;
export type BatchSnapshot = BatchHeader & {
  /** How many messages it has, including those of its continuations. */
  readonly messageCount: number;
  readonly messages: readonly MessageSnapshot[];
};

/** More messages of the batch before it. */
export interface BatchContinuation {
  readonly continues: string;
  readonly messages: readonly MessageSnapshot[];
}

/** The maximum number of messages in one entry: an entry is written and read without a pause. */
export const MESSAGES_PER_ENTRY = 1_000;

/** A named part of a document: a value, a list of entries, or an object with members of its own. */
export type Member = readonly [name: string, content: Content];

/** In a list, `undefined` is not an entry: it marks work without a result, where a writer may pause. */
export type Content =
  | { readonly value: unknown }
  | { readonly list: Iterable<unknown> }
  | { readonly members: Iterable<Member> };

/** Copies the members of an account that can change. */
export function writeAccount({
  scheduledBatches: _,
  pendingCount: __,
  notificationUuids: ___,
  ...account
}: Account): AccountSnapshot {
  return {
    ...account,
    paid: { ...account.paid },
    packaged: { ...account.packaged },
    mo: { ...account.mo },
  };
}

/** Copies the members of a batch that can change, except for its messages. */
export function writeHeader({ messages: _, ...header }: Batch): BatchHeader {
  return header;
}

export function writeMessage({ batch: _, previous, ...message }: Message): MessageSnapshot {
  return previous === undefined ? message : { ...message, previous: previous.uuid };
}

export function writeDelivery(delivery: Delivery): Delivery {
  return { ...delivery, attempts: [...delivery.attempts] };
}
