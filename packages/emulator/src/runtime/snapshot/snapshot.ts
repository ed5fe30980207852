import type {
  Account,
  Batch,
  Delivery,
  Message,
  Notification,
  Organization,
  Reply,
  SenderLock,
  State,
} from '../../domain/state/state.ts';
import type { AgendaSnapshot } from '../core/agenda.ts';
import type { IdsState } from '../core/ids.ts';
import type { InitialIdentifiers } from '../options/initial-state.ts';

/** The form of snapshots that this emulator writes and reads. */
export const SNAPSHOT_VERSION = 4;

/**
 * The complete state of a service, as JSON: everything that affects later results. Faults are not part of it: they
 * belong to a test, not to the service.
 */
export interface Snapshot {
  /** The form; another one is refused. */
  readonly version: typeof SNAPSHOT_VERSION;
  /** The current time, in milliseconds since the epoch. */
  readonly now: number;
  /** Facts recorded so far. */
  readonly seq: number;
  /** Resets so far, which decide the identifiers after the next one; default 0. */
  readonly resets?: number | undefined;
  /** The position of the source of identifiers. */
  readonly ids: IdsState;
  /** The identifiers of the organization and the accounts that exist from the start. */
  readonly founded: InitialIdentifiers;
  /** Pending jobs. */
  readonly agenda: AgendaSnapshot;
  /** The state. */
  readonly state: StateSnapshot;
}

/**
 * The state as JSON: maps as lists, and messages under their batches. It does not contain anything that follows from
 * the rest, such as the map of API keys, so that its parts cannot contradict each other.
 */
export interface StateSnapshot {
  readonly organizations: readonly Organization[];
  readonly accounts: readonly Account[];
  readonly senderOwners: readonly (readonly [sender: string, accountUuid: string])[];
  readonly sharedSenders: readonly string[];
  readonly senderLocks: readonly (readonly [number: string, locks: readonly SenderLock[]])[];
  /** In the order in which they were queued. */
  readonly batches: readonly BatchSnapshot[];
  /** In the order in which they were received. */
  readonly replies: readonly Reply[];
  readonly notifications: readonly Notification[];
  readonly deliveries: readonly Delivery[];
  readonly carrier: State['carrier'];
}

export type BatchSnapshot = Omit<Batch, 'messages'> & {
  readonly messages: readonly Omit<Message, 'batch'>[];
};

/** A snapshot that was read and validated, ready to replace the state of a service. */
export type Restorable = Omit<Snapshot, 'version' | 'seq' | 'state'> & { readonly state: State };

/** Writes a state as JSON. Its parts belong to the state, so the result must be written or copied before the next call. */
export function writeState(state: State): StateSnapshot {
  const { sharedSenders, replies, carrier } = state;
  return {
    organizations: [...state.organizations.values()],
    accounts: [...state.accounts.values()],
    senderOwners: [...state.senderOwners],
    sharedSenders,
    senderLocks: [...state.senderLocks],
    batches: Array.from(state.batches.values(), writeBatch),
    replies,
    notifications: [...state.notifications.values()],
    deliveries: [...state.deliveries.values()],
    carrier,
  };
}

function writeBatch({ messages, ...batch }: Batch): BatchSnapshot {
  return { ...batch, messages: messages.map(({ batch: _, ...message }) => message) };
}

/** The entries of a list that are written in one piece. */
const ENTRIES_PER_PIECE = 1_000;

/** The text of a snapshot, in pieces: as one text, that of a million messages would exceed the longest possible one. */
export function* snapshotText({ state, ...rest }: Snapshot): Generator<string> {
  const head = JSON.stringify(rest);
  yield `${head.slice(0, -1)},"state":{`;
  let separator = '\n';
  for (const [name, part] of Object.entries(state)) {
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',\n';
    if (Array.isArray(part)) yield* listText(part);
    else yield JSON.stringify(part);
  }
  yield '}}\n';
}

function* listText(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (let start = 0; start < list.length; start += ENTRIES_PER_PIECE) {
    const text = JSON.stringify(list.slice(start, start + ENTRIES_PER_PIECE));
    yield `${start === 0 ? '' : ',\n'}${text.slice(1, -1)}`;
  }
  yield ']';
}
