import type { Channel, InboundMessage } from '@messaging-service/contract';
import type { MessageView } from './domain/views/message-list.ts';
import type { Duration } from './runtime/time/duration.ts';
import type { MoveReport } from './service/move.ts';

export type { Cost as ClockCost } from './service/costs.ts';

/** The result of moving the clock. */
export interface ClockMove {
  /** The current time. */
  now: Date;
  /** Jobs that ran: sends, receipts, webhook attempts, schedules. */
  ran: number;
}

/** The result of an advance, with what it took. */
export interface ClockAdvance extends ClockMove, MoveReport {}

/** Limits of a move of the clock. If it reaches one, it ends with an error that names what took the time. */
export interface AdvanceOptions {
  /** The longest duration in real time, such as `'30s'`; default: none. */
  timeout?: Duration | undefined;
  /** The largest number of instants that the clock can visit; default: none. */
  maxInstants?: number | undefined;
}

/** Whether time stands still until it is moved (`virtual`) or follows the machine's clock (`system`). */
export type ClockMode = 'virtual' | 'system';

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
