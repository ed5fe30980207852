import {
  type Account,
  type Batch,
  type Delivery,
  isReply,
  type Message,
  type Notification,
  type Organization,
  type Reply,
  type State,
} from '../state/state.ts';

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
  /** In the order in which they were queued. */
  readonly batches: readonly BatchSnapshot[];
  readonly batchCount: number;
  /** In the order in which they were received. */
  readonly replies: readonly Reply[];
  readonly notifications: readonly Notification[];
  readonly deliveries: readonly Delivery[];
  readonly carrier: State['carrier'];
}

export type AccountSnapshot = Omit<Account, 'notificationUuids'>;
type MessageSnapshot = Omit<Message, 'batch'>;
export type BatchSnapshot = Omit<Batch, 'messages'> & {
  readonly messages: readonly MessageSnapshot[];
};

/** Copies a state. Parts that never change are shared. */
export function writeState(state: State): StateSnapshot {
  return {
    organizations: Array.from(state.organizations.values(), (organization) => ({ ...organization })),
    accounts: Array.from(state.accounts.values(), writeAccount),
    senderOwners: [...state.senderOwners],
    sharedSenders: [...state.sharedSenders],
    senderLocks: [...state.senderLocks],
    batches: Array.from(state.batches.values(), writeBatch),
    batchCount: state.batchCount,
    replies: [...state.phones.values()]
      .flatMap((lines) => lines.filter(isReply))
      .sort((a, b) => a.seq - b.seq),
    notifications: Array.from(state.notifications.values(), (notification) => ({ ...notification })),
    deliveries: Array.from(state.deliveries.values(), (delivery) => ({
      ...delivery,
      attempts: [...delivery.attempts],
    })),
    carrier: state.carrier,
  };
}

function writeAccount({ notificationUuids: _, ...account }: Account): AccountSnapshot {
  return {
    ...account,
    paid: { ...account.paid },
    packaged: { ...account.packaged },
    mo: { ...account.mo },
    ledger: [...account.ledger],
  };
}

function writeBatch({ messages, ...batch }: Batch): BatchSnapshot {
  return { ...batch, messages: messages.map(writeMessage) };
}

function writeMessage({ batch: _, ...message }: Message): MessageSnapshot {
  return message;
}
