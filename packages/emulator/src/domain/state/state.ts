import type {
  Channel,
  InboundMessage,
  ReceiptInfo,
  ThresholdType,
  WebhookKind,
} from '@messaging-service/contract';
import type { DecidedBy, Origin } from './decided-by.ts';
import { Sequence } from './sequence.ts';

/**
 * The state of a service: everything that is true of it. Everything is readonly here: `apply.ts` is the only writer, and
 * it writes facts. Collections are in order of insertion.
 *
 * Times are milliseconds since the epoch, credits and units whole numbers.
 */
export interface State {
  readonly organizations: ReadonlyMap<string, Organization>;
  readonly accounts: ReadonlyMap<string, Account>;
  /** The owner of each API key. */
  readonly principals: ReadonlyMap<string, Principal>;
  /** Custom sender ID → the account that owns it. */
  readonly senderOwners: ReadonlyMap<string, string>;
  /** The pool of shared sender IDs. */
  readonly sharedSenders: readonly string[];
  /** Number of a handset → the shared sender IDs that only one account uses for it, oldest first. */
  readonly senderLocks: ReadonlyMap<string, readonly SenderLock[]>;
  /** Number of a handset → the sender IDs whose messages its user has opted out of. EMU-24. */
  readonly optOuts: ReadonlyMap<string, readonly string[]>;
  readonly batches: ReadonlyMap<string, Batch>;
  readonly messages: ReadonlyMap<string, Message>;
  /** Messages from handsets. */
  readonly received: readonly ReceivedMessage[];
  readonly notifications: ReadonlyMap<string, Notification>;
  readonly deliveries: ReadonlyMap<string, Delivery>;
  readonly carrier: CarrierDefault;
  /** Facts recorded so far. */
  readonly factCount: number;
  readonly index: StateIndex;
}

/**
 * Parts of the state in the order in which they are read, so that a call costs what it shows, and not the length of the
 * history. Everything here follows from the rest of the state, so a snapshot does not contain it. Only `apply.ts` and a
 * restore write it.
 */
export interface StateIndex {
  /** All messages, in the order in which they were queued. */
  readonly messages: Sequence<Message>;
  /** The batches that wait for their time, in the order in which they were queued. */
  readonly pending: Sequence<Batch>;
  /**
   * The other batches, in the order in which they became due: a scheduled one counts from its time. This is an order of
   * facts, so a clock that is set back does not change it.
   */
  readonly due: Batch[];
  /** Their messages, in the same order, by number without a plus. Most numbers have one message, and a list costs memory. */
  readonly dueTo: Map<string, Message | Message[]>;
  /** Messages from handsets, by number without a plus. */
  readonly receivedFrom: Map<string, ReceivedMessage[]>;
  /** The notifications of each account. */
  readonly notificationsOf: Map<string, Notification[]>;
  /** The webhooks, in the order in which they were queued. */
  readonly deliveries: Delivery[];
}

/** Who calls: the key of an account or of an organization. */
export interface Principal {
  readonly kind: 'account' | 'organization';
  readonly uuid: string;
}

export interface Organization {
  readonly uuid: string;
  readonly name: string;
  readonly apiKey: string;
  /** Whether its accounts pay credits for what they send. See CRD-2. */
  readonly creditSystem: boolean;
  /** Credits it can still hand out by top-ups; null means no limit. See CRD-9. */
  readonly credits: number | null;
}

export interface Account {
  readonly uuid: string;
  readonly organizationUuid: string;
  readonly name: string;
  readonly apiKey: string;
  readonly paid: PaidBucket;
  readonly packaged: PackagedBucket;
  /** Credits needed to send all messages scheduled for the future. */
  readonly held: number;
  readonly mo: { readonly url: string; readonly secret: string };
  readonly schedule: string | null;
  /** Counts the changes of the schedule, so that a job for an earlier schedule is recognized as stale. */
  readonly scheduleVersion: number;
  readonly deleted: boolean;
  /** The changes of its credits, oldest first. */
  readonly ledger: readonly LedgerEntry[];
}

/** A change of an account's credits, or a warning about them, with the credits after it. */
export interface LedgerEntry {
  /** The number of the fact. */
  readonly seq: number;
  readonly at: number;
  readonly type: LedgerFact;
  /** The credits that it moved. */
  readonly credits: number;
  /** The batch that was paid for, or the notification whose threshold was crossed. */
  readonly about: string | undefined;
  /** Who made the change; undefined for a warning, and in an older snapshot. */
  readonly decidedBy?: Origin | undefined;
  readonly paid: number;
  readonly packaged: number;
  readonly held: number;
}

/** The facts that a ledger contains. */
export type LedgerFact =
  | 'credits-held'
  | 'credits-released'
  | 'credits-charged'
  | 'credits-granted'
  | 'credits-topped-up'
  | 'paid-credits-reset'
  | 'packaged-credits-refilled'
  | 'threshold-crossed';

interface PaidBucket {
  readonly remaining: number;
  readonly allowNegative: boolean;
  /** How far below zero; either sign means the same, null means no limit. */
  readonly negativeLimit: number | null;
  readonly resetOnSchedule: boolean;
}

interface PackagedBucket {
  readonly remaining: number;
  readonly refillAmount: number;
  readonly refillOnSchedule: boolean;
}

/** A shared sender ID of one account for one number. */
export interface SenderLock {
  readonly sender: string;
  readonly accountUuid: string;
}

/** The values that all messages of a batch share. A message of add-message is alone in its batch. */
export interface Batch {
  readonly uuid: string;
  /** The number of the fact by which it was queued: its place in the history. */
  readonly seq: number;
  readonly accountUuid: string;
  readonly from: string;
  readonly body: string;
  /** Units each message takes. */
  readonly units: number;
  readonly channels: readonly Channel[];
  readonly callback: string | undefined;
  readonly queuedAt: number;
  /** When it is due, for a scheduled batch; undefined for one that was sent immediately. */
  readonly sendAt: number | undefined;
  /** Whether it still waits for its time. */
  readonly pending: boolean;
  /**
   * The number of the fact by which a scheduled batch became due; undefined for others, and in a snapshot that does not have
   * it. Such a batch counts from when it was queued.
   */
  readonly releasedSeq?: number | undefined;
  /** The fault that hit the request by which it was queued, as a sentence. */
  readonly fault?: string | undefined;
  readonly messages: readonly Message[];
}

/** The state of a message, except for `scheduled`, which its batch decides. */
export type MessageState = 'queued' | 'sent' | 'delivered' | 'failed';

export interface Message {
  readonly uuid: string;
  /** The destination as requested. */
  readonly to: string;
  readonly batch: Batch;
  readonly state: MessageState;
  /** When it was handed to the network, and over which channel; undefined before that, and when no provider accepted it. */
  readonly sentAt: number | undefined;
  readonly channel: Channel | undefined;
  /** When the network reported on it, and the report; undefined before that. */
  readonly resolvedAt: number | undefined;
  readonly receipt: ReceiptInfo | undefined;
  /**
   * What decided its outcome: at its hand-over what the network will do, and then what the network did. Undefined before that,
   * and in an older snapshot.
   */
  readonly decidedBy: DecidedBy | undefined;
}

/** A message from a handset, which may be a reply. */
export interface ReceivedMessage {
  /** The number of the fact. */
  readonly seq: number;
  readonly payload: InboundMessage;
  /** When it was received. */
  readonly at: number;
}

export interface Notification {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly url: string;
  readonly thresholdType: ThresholdType;
  readonly thresholdValue: number;
  /** Whether the next fall below the threshold fires: false from one crossing until the value is no longer below. */
  readonly armed: boolean;
}

/** A webhook and its attempts. */
export interface Delivery {
  readonly id: string;
  /** The number of the fact by which it was queued. */
  readonly seq: number;
  readonly kind: WebhookKind;
  readonly accountUuid: string;
  /** The message that the receipt or the reply belongs to; undefined for other webhooks. */
  readonly messageUuid?: string | undefined;
  /** The delivery that was sent again with changes; undefined for others. */
  readonly copyOf?: string | undefined;
  /** The fault that changed its payload, as a sentence. */
  readonly fault?: string | undefined;
  readonly url: string;
  /** The body, minified JSON: exactly these bytes are signed and sent, at every attempt. See WHK-8. */
  readonly body: string;
  readonly state: 'pending' | 'succeeded' | 'exhausted';
  readonly attempts: readonly Attempt[];
  /** The number of the fact of the latest attempt; undefined before the first, and in a snapshot that does not have it. */
  readonly attemptedSeq?: number | undefined;
}

export interface Attempt {
  readonly at: number;
  /** Status of the response, null when there was none. */
  readonly status: number | null;
  /** Why there was no response, null when there was one. */
  readonly error: string | null;
  /** The headers that were sent, including the signature. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a user or a test requested it, in addition to the planned attempts. EMU-28. */
  readonly byHand?: true | undefined;
}

/** The outcome of a message whose number has no rule. */
export interface CarrierDefault {
  readonly outcome: 'deliver' | 'fail' | 'hold';
  /** Receipt code of a failure. */
  readonly code: string | undefined;
  /** From hand-over to receipt. */
  readonly afterMs: Latency;
  /** Whether STOP from a handset makes later messages of that sender ID fail. Default: false. EMU-24. */
  readonly optOut?: boolean | undefined;
  /** From hand-over until a message without a receipt has failed; undefined means never. EMU-30. */
  readonly validityMs?: number | undefined;
  /** Rules that come before the test numbers and the default; the first that matches decides. */
  readonly rules: readonly NumberRule[];
}

/** A decision for the numbers of a pattern. */
export interface NumberRule extends Decision {
  /** Digits, with `*` for any of them. */
  readonly to: string;
  /** The channel it applies to; undefined for all. */
  readonly channel?: Channel | undefined;
}

/** What the network does with a message on a channel. */
export interface Decision {
  /** `unsupported`: the next channel is tried. `refuse`: no provider accepts the message. */
  readonly outcome: 'deliver' | 'fail' | 'hold' | 'unsupported' | 'refuse';
  /** Receipt code of a failure; undefined for "no response". */
  readonly code?: string | undefined;
  /** Description of a failure; undefined for that of the code. */
  readonly description?: string | undefined;
  /** From hand-over to receipt. */
  readonly afterMs: number;
}

/** A fixed time in milliseconds, or a range that contains the time of each number. */
export type Latency = number | { readonly min: number; readonly max: number };

/** The place in the history at which a batch that is not pending became due. Clocks can be set back; this order stays. */
export function dueSeqOf({ seq, releasedSeq = seq }: Batch): number {
  return releasedSeq;
}

/** How many of the messages are in a state. */
export function countIn(messages: readonly Message[], state: MessageState): number {
  return messages.filter((message) => message.state === state).length;
}

/**
 * The value of a key that a consistent state contains; a missing one is a defect of the emulator, not of the caller.
 */
export function mustGet<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The state does not contain ${key}.`);
  return value;
}

/** A number as the state contains it: digits without the plus that requests may have. See API-3. */
export function bareNumber(number: string): string {
  return number.startsWith('+') ? number.slice(1) : number;
}

/** A number as receipts show it: E.164 with the plus. See API-3. */
export function e164(number: string): string {
  return number.startsWith('+') ? number : `+${number}`;
}

/** The index of a state in which nothing has happened yet. */
export function emptyIndex(): StateIndex {
  return {
    messages: new Sequence(({ batch }) => batch.seq),
    pending: new Sequence(({ seq }) => seq),
    due: [],
    dueTo: new Map(),
    receivedFrom: new Map(),
    notificationsOf: new Map(),
    deliveries: [],
  };
}

/** A state in which nothing has happened yet. */
export function emptyState(): State {
  return {
    organizations: new Map(),
    accounts: new Map(),
    principals: new Map(),
    senderOwners: new Map(),
    sharedSenders: [],
    senderLocks: new Map(),
    optOuts: new Map(),
    batches: new Map(),
    messages: new Map(),
    received: [],
    notifications: new Map(),
    deliveries: new Map(),
    carrier: { outcome: 'deliver', code: undefined, afterMs: 0, rules: [] },
    factCount: 0,
    index: emptyIndex(),
  };
}
