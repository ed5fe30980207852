import type { Channel, InboundMessage } from '@messaging-service/contract';
import type { WebhookChanges } from './domain/use-cases/resend-by-hand.ts';
import type { DeliveryFilter, DeliveryView } from './domain/views/delivery-list.ts';
import type { MessageFilter, MessageView } from './domain/views/message-list.ts';
import type { FaultOptions } from './public-api/fault-options.ts';
import type { FaultView } from './public-api/faults.ts';
import type {
  CarrierChange,
  NotificationOptions,
  OrganizationOptions,
  ResetOptions,
  SandboxOptions,
} from './runtime/options/options.ts';
import type { Snapshot } from './runtime/snapshot/snapshot.ts';
import type { Duration } from './runtime/time/duration.ts';
import type { InstantInput } from './runtime/time/instant.ts';
import type { AwaitedMessage, WaitOptions } from './runtime/waiting/waiting.ts';
import type { AccountCredentials, OrganizationCredentials } from './service/credentials.ts';
import type { EmulatorEvent } from './service/events.ts';

/** The result of moving the clock. */
export interface ClockMove {
  /** The current time. */
  now: Date;
  /** Jobs that ran: sends, receipts, webhook attempts, schedules. */
  ran: number;
}

/** The result of an advance, with what it took. */
export interface ClockAdvance extends ClockMove {
  /** Instants that the clock visited: those of jobs, those of timers of applications that follow it, and the last one. */
  instants: number;
  /** The application following the clock that took the most real time, in milliseconds; null when there is none. */
  slowest: { readonly name: string; readonly ms: number } | null;
  /** The timers of these applications that took the most real time, by file and line. */
  timers: readonly ClockCost[];
  /** Their connections and requests that took the most real time. */
  connections: readonly ClockCost[];
}

/** What a timer or a connection of an application took during a move of the clock. */
export interface ClockCost {
  /** What is measured. */
  readonly kind: 'timer' | 'connection';
  /** The file and line that set the timer, or the address of the connection. */
  readonly name: string;
  /** How often it was used. */
  readonly count: number;
  /** Real time, in milliseconds. */
  readonly ms: number;
}

/** Limits of a move of the clock. If it reaches one, it ends with an error that names what took the time. */
export interface AdvanceOptions {
  /** The longest duration in real time, such as `'30s'`; default: none. */
  timeout?: Duration | undefined;
  /** The largest number of instants that the clock can visit; default: none. */
  maxInstants?: number | undefined;
}

/** Whether time stands still until it is moved (`virtual`) or follows the machine's clock (`system`). */
export type ClockMode = 'virtual' | 'system';

/** The time of an emulator. Calls that move it run one after another. EMU-3. */
export interface ClockControls {
  /** `virtual`: time stands still until it is moved. `system`: time follows the machine's clock, plus the moves. */
  readonly mode: ClockMode;
  /** Returns the current time of the emulated service. */
  now(): Date;
  /** Moves time forward by a duration. */
  advance(by: Duration, options?: AdvanceOptions): Promise<ClockAdvance>;
  /** Moves time forward to an instant. */
  advanceTo(to: InstantInput, options?: AdvanceOptions): Promise<ClockAdvance>;
  /** Ends a running move at its present instant; the call that made it gets an error. */
  stop(): Promise<void>;
  /** Moves time forward to the next job, if there is one, and runs everything that is due then. */
  next(): Promise<ClockMove>;
  /** Runs what is due now, without moving time, and waits until no webhook attempt is running. */
  settle(): Promise<ClockMove>;
}

/** A simulated phone. EMU-12. */
export interface Handset {
  /** Its number. */
  readonly number: string;
  /**
   * Writes to the sender ID of the latest message that the phone got, or to the sender ID in `to`. Returns the payload of
   * the inbound webhook.
   *
   * @throws {Error} The phone has not received a message, and `to` is missing.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * const { message_uuid } = emulator.handset('447700900123').reply('YES');
   * console.log(message_uuid);
   * ```
   */
  reply(
    message: string,
    options?: { to?: string | undefined; channel?: Channel | undefined },
  ): InboundMessage;
  /**
   * Lists the messages sent to it, oldest first.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * console.log(emulator.handset('447700900123').messages().length); // 1
   * ```
   */
  messages(): MessageView[];
}

/** A fault that was added. EMU-6. */
export interface FaultHandle {
  /** Its identifier. */
  readonly id: string;
  /**
   * Counts the calls that it has affected so far.
   *
   * @example
   * ```ts
   * const fault = emulator.addFault({ operation: 'batches.listPending', status: 429 });
   * console.log(fault.hits()); // 0
   * ```
   */
  hits(): number;
  /**
   * Removes it. Removing it twice has no effect.
   *
   * @example
   * ```ts
   * const fault = emulator.addFault({ operation: 'batches.listPending', status: 429 });
   * fault.remove();
   * console.log(emulator.faults().length); // 0
   * ```
   */
  remove(): void;
}

/**
 * Everything that tests can do with an emulator. An in-process emulator has exactly these members; a
 * client of the control API has {@link Remote} of them, with the same meaning.
 */
export interface EmulatorControls {
  /** The organization that exists from the start. */
  readonly organization: OrganizationCredentials;
  /** The accounts that exist from the start. */
  readonly accounts: readonly AccountCredentials[];
  /** The first of `accounts`. */
  readonly account: AccountCredentials;
  /** The pool of shared sender IDs. */
  readonly sharedSenders: readonly string[];
  /** The time. */
  readonly clock: ClockControls;
  /** Runs what is due now and waits until no webhook attempt is running: the same as `clock.settle()`. */
  settle(): Promise<ClockMove>;
  /** Returns the phone with a number. */
  handset(number: string): Handset;
  /** Lists the messages that match, oldest first. */
  messages(filter?: MessageFilter): MessageView[];
  /** Waits for a message: the latest that matches, or the next one as soon as it is queued. EMU-9. */
  waitForMessage(options?: WaitOptions): Promise<AwaitedMessage>;
  /** Returns the current position in the history, for `since`. EMU-16. */
  mark(): string;
  /** Marks a queued or sent message delivered, as the network would. EMU-14. */
  deliver(
    messageUuid: string,
    receipt?: { code?: string | undefined; description?: string | undefined },
  ): MessageView;
  /** Marks a queued or sent message failed, with a receipt code. EMU-14. */
  fail(messageUuid: string, code?: string, description?: string): MessageView;
  /** Lists the webhook deliveries that match, with their attempts, oldest first. */
  webhooks(filter?: DeliveryFilter): DeliveryView[];
  /**
   * Makes one more attempt at a webhook now, even if it is pending. With changes, sends another delivery with these
   * changes instead. Returns the delivery that is sent.
   */
  resendWebhook(deliveryId: string, changes?: WebhookChanges): DeliveryView;
  /** Makes the next matching calls of the public API fail. EMU-6. */
  addFault(options: FaultOptions): FaultHandle;
  /** Lists the faults that were added, including those that are used up. */
  faults(): FaultView[];
  /** Removes all faults. */
  clearFaults(): void;
  /** Sets the carrier's default, and its rules if `rules` is set. EMU-1. */
  setCarrier(settings: CarrierChange): void;
  /** Adds a custom sender ID to an account. */
  registerSender(accountUuid: string, sender: string): void;
  /** Replaces the pool of shared sender IDs. */
  setSharedSenders(senders: readonly string[]): void;
  /** Creates an organization. */
  createOrganization(
    options?: Pick<OrganizationOptions, 'name' | 'credits' | 'creditSystem'>,
  ): OrganizationCredentials;
  /** Creates a credit notification and returns its UUID. NTF-1. */
  createNotification(accountUuid: string, notification: NotificationOptions): string;
  /** Returns the complete state, as JSON. EMU-7. */
  snapshot(): Snapshot;
  /** Continues from a snapshot. EMU-7. */
  restore(snapshot: Snapshot): void;
  /** Returns to the initial configuration, with the same keys. EMU-8. */
  reset(options?: ResetOptions): void;
  /** Creates a service beside this one, with its own state, clock and seed. EMU-5. */
  sandbox(options?: SandboxOptions): EmulatorControls;
  /** Streams the events from now on. Ends when the reader stops, or when it does not keep up. EMU-11. */
  events(): AsyncIterable<EmulatorEvent>;
  /** Ends the emulator, or the sandbox. A client only ends its own connection, unless it is that of a sandbox. */
  close(): void;
}

/** The same controls over a network: each method returns a promise; `handset()` and `events()` return immediately. */
export type Remote<Controls> = {
  readonly [Name in keyof Controls]: Controls[Name] extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => RemoteResult<Result>
    : Controls[Name] extends ClockControls
      ? Remote<ClockControls>
      : Controls[Name];
};

/** The result of a method over a network. */
type RemoteResult<Result> = Result extends Handset
  ? Remote<Handset>
  : Result extends AsyncIterable<unknown>
    ? Result
    : Result extends EmulatorControls
      ? Promise<Remote<EmulatorControls>>
      : Result extends FaultHandle
        ? Promise<Remote<FaultHandle>>
        : Promise<Awaited<Result>>;
