import type { Channel, InboundMessage } from '@messaging-service/contract';
import type { Handset, Remote } from '../api.ts';
import type { MessageView } from '../domain/views/message-list.ts';
import { nothingToReplyTo, requireHandsetNumber } from '../service/handset-number.ts';
import type { ControlCalls } from './control-calls.ts';
import { readPages } from './pages.ts';

/** A simulated phone of an emulator behind a URL. */
export class RemoteHandset implements Remote<Handset> {
  /** Its number. */
  readonly number: string;
  readonly #calls: ControlCalls;

  /** @internal */
  constructor(calls: ControlCalls, number: string) {
    requireHandsetNumber(number);
    this.#calls = calls;
    this.number = number;
  }

  /**
   * Writes to the sender ID of the latest message that the phone got, or to the sender ID in `to`.
   *
   * @param message - The text.
   * @param options - `to`: the sender ID to write to. `channel`: the channel that carries the message.
   * @throws {Error} The phone has not received a message, and `to` is missing.
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * const { message_uuid } = await emulator.handset('447700900123').reply('YES');
   * console.log(message_uuid);
   * ```
   */
  async reply(
    message: string,
    { to, channel }: { to?: string | undefined; channel?: Channel | undefined } = {},
  ): Promise<InboundMessage> {
    const json = { from: this.number, to: to ?? (await this.#latestSender()), message, channel };
    return this.#calls.call<InboundMessage>('POST /inbound', { json });
  }

  /**
   * Lists the messages sent to it, oldest first.
   *
   * @throws {EmulatorError} The emulator refuses the call, or cannot be reached.
   *
   * @example
   * ```ts
   * const [latest] = (await emulator.handset('447700900123').messages()).toReversed();
   * console.log(latest?.body);
   * ```
   */
  messages(): Promise<MessageView[]> {
    return readPages(this.#calls, 'GET /messages', 'messages', { to: this.number });
  }

  async #latestSender(): Promise<string> {
    let latest: MessageView | undefined;
    for (const message of await this.messages()) {
      if (message.sentAt === null) continue;
      if (latest === undefined || Date.parse(message.sentAt) >= Date.parse(latest.sentAt ?? ''))
        latest = message;
    }
    if (latest !== undefined) return latest.from;
    throw nothingToReplyTo(this.number);
  }
}
