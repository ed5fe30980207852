/** Types of the methods of an emulator. */
import type { Channel, InboundMessage } from '@messaging-service/contract';
import type { RequestHandler } from 'msw';
import type { Fact } from './domain/state/facts.ts';
import type { MessageView } from './domain/views/message-list.ts';
import type { Snapshot as WrittenSnapshot } from './runtime/snapshot/snapshot.ts';
import type { Duration } from './runtime/time/duration.ts';
import type { MoveReport } from './service/move.ts';

export type {
  Channel,
  CreditNotification,
  DeliveryReceipt,
  EditMoConfig,
  EditPackagedCredits,
  EditPaidCredits,
  InboundMessage,
  ReceiptInfo,
  WebhookKind,
  WebhookPayloads,
} from '@messaging-service/contract';
export type { Cost as ClockCost } from '@messaging-service/protocol';
export type { DecidedBy, Origin } from './domain/state/decided-by.ts';
export type { NotificationOptions } from './domain/use-cases/notifications.ts';
export type { OrganizationOptions } from './domain/use-cases/organizations.ts';
export type { WebhookChanges } from './domain/use-cases/resend-by-hand.ts';
export type { ReceiptRequest } from './domain/use-cases/results-by-hand.ts';
export type { MessageFilter, MessageView } from './domain/views/message-list.ts';
export type { AttemptView, DeliveryFilter, DeliveryView } from './domain/views/webhook-list.ts';
export type { FaultOptions } from './public-api/fault-options.ts';
export type { FaultView } from './public-api/faults.ts';
export type { Decider, ObjectReference, OtherSide, Reason, Remedy } from './reasons/reason.ts';
export type * from './runtime/options/options.ts';
export type { Duration } from './runtime/time/duration.ts';
export type { InstantInput } from './runtime/time/instant.ts';
export type { AwaitedMessage, WaitOptions } from './runtime/waiting/waiting.ts';
export type { AccountCredentials, OrganizationCredentials } from './service/credentials.ts';
export type { ClockEvent, EmulatorEvent, FactData, FactEvent, LaggedEvent } from './service/events.ts';

/** A handler for MSW. */
export interface EmulatorHandler extends RequestHandler {}

/** The complete state of a service, as JSON. Its content can change with each version: only `restore` reads it. EMU-7. */
export type Snapshot = PlainData<WrittenSnapshot>;

/** A fact of the journal with the time at which it happened. */
export interface JournalEntry {
  /** Its number, from 1. */
  readonly seq: number;
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number;
  /** The fact: its `type`, such as `message-sent`, determines its other members. */
  readonly fact: JournalFact;
}

/** A fact of the journal: plain data. */
export type JournalFact = PlainData<Fact>;

/** Without the names of internal types, so that the compiler can write down the type of each part. */
type PlainData<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : { readonly [Member in keyof Value]: PlainData<Value[Member]> };

/** The same methods over the network. Each returns a promise. */
export type Remote<Methods> = {
  readonly [Name in keyof Methods]: Methods[Name] extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Promise<Awaited<Result>>
    : Methods[Name];
};

/** The result of moving the clock. */
export interface ClockMove {
  /** The current time. */
  now: Date;
  /** Jobs that ran: sends, receipts, webhook attempts, schedules. */
  ran: number;
}

/** The result of an advance, with what it took. */
export interface ClockAdvance extends ClockMove, MoveReport {}

/** Limits of a move of the clock. If the move reaches one, it stops with an error that names what took the time. */
export interface AdvanceOptions {
  /** The most real time that the move may take, such as `'30s'`. Default: no limit. */
  timeout?: Duration | undefined;
  /** How many instants the clock may visit. Default: no limit. */
  maxInstants?: number | undefined;
}

/** `virtual`: time stands still until you move it. `system`: it follows the machine's clock. */
export type ClockMode = 'virtual' | 'system';

/** Where a reply goes, and over which channel. */
export interface ReplyOptions {
  /** The sender ID that it goes to. Default: that of the latest message on the phone. */
  to?: string | undefined;
  /** The channel. Default: that of the message it replies to, otherwise `sms`. */
  channel?: Channel | undefined;
}

/** A simulated phone. EMU-12. */
export interface Handset {
  /** Its number. */
  readonly number: string;
  /**
   * Sends a text from this phone to the sender ID of its latest message, or to the one in `to`. Returns the payload of the
   * inbound webhook.
   *
   * @throws {Error} The phone has not received a message, and `to` is missing.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * const { message_uuid } = await emulator.handset('447700900123').reply('YES');
   * console.log(message_uuid);
   * ```
   */
  reply(message: string, options?: ReplyOptions): InboundMessage;
  /**
   * Lists the messages that this phone received, oldest first.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * console.log((await emulator.handset('447700900123').messages()).length); // 1
   * ```
   */
  messages(): MessageView[];
}

/** A fault that you added. EMU-6. */
export interface FaultHandle {
  /** Its identifier. */
  readonly id: string;
  /**
   * Returns how many calls it has affected so far.
   *
   * @example
   * ```ts
   * const fault = await emulator.addFault({ operation: 'batches.listPending', status: 429 });
   * console.log(await fault.hits()); // 0
   * ```
   */
  hits(): number;
  /**
   * Removes the fault. A second call has no effect.
   *
   * @example
   * ```ts
   * const fault = await emulator.addFault({ operation: 'batches.listPending', status: 429 });
   * await fault.remove();
   * console.log((await emulator.faults()).length); // 0
   * ```
   */
  remove(): void;
}
