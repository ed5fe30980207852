import type { InboundMessage } from '@messaging-service/contract';
import type { MessageView, WaitOptions } from '@messaging-service/emulator';
import { spelledNumber } from '@messaging-service/emulator/host';
import type { RemoteEmulator } from '../client/remote-emulator.ts';

/**
 * Which one-time code to wait for.
 *
 * @example
 * ```ts
 * await messages.sendOne(message);
 * const code = await sms.waitForCode({ to: '447700900123', match: /code is (\d{6})/, timeout: 5000 });
 * console.log(code); // 482913
 * ```
 */
export interface CodeOptions {
  /** The number that receives it, with its country code, in any notation. */
  to: string;
  /**
   * A pattern of the text. The code is its first group, or the whole match if it has no group. Default: finds the code by
   * the words around it, in many languages. Spaces and hyphens between its digits are removed.
   */
  match?: RegExp | string | undefined;
  /** Real time to wait: milliseconds, or text such as `"30s"`. Default: 10 seconds. */
  timeout?: WaitOptions['timeout'];
}

const TIMEOUT_MS = 10_000;

/** The text messages of one test. */
export class Sms {
  readonly #emulator: RemoteEmulator;
  readonly #since: string;
  /** The message with the last code that was returned, by number. */
  readonly #latest = new Map<string, string>();

  /**
   * @param since - The mark at which the test began.
   *
   * @internal
   */
  constructor(emulator: RemoteEmulator, since: string) {
    this.#emulator = emulator;
    this.#since = since;
  }

  /**
   * Waits for a one-time code in a message of this test. Each call for the same number returns the code of a newer message.
   * See EMU-19.
   *
   * @param options - The number, the pattern of the code and the time to wait.
   * @throws {WaitTimeoutError} No code arrived in time. The error lists the messages that the emulator holds.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * const code = await sms.waitForCode({ to: '447700900123' });
   * console.log(code);
   * ```
   */
  async waitForCode({ to, match, timeout = TIMEOUT_MS }: CodeOptions): Promise<string> {
    const number = spelledNumber(to);
    const after = this.#latest.get(number);
    const wanted = match === undefined ? { code: true } : { match };
    const message = await this.#emulator.waitForMessage({
      to,
      ...wanted,
      timeout,
      since: this.#since,
      after,
    });
    this.#latest.set(number, message.messageUuid);
    if (match === undefined) return message.code ?? '';
    const [whole = '', ...groups] = message.match ?? [];
    return (groups as readonly (string | undefined)[]).find((group) => group !== undefined) ?? whole;
  }

  /**
   * Replies from a phone to the sender of its latest message, and waits until your webhook has it.
   *
   * @throws {Error} The phone has not received a message, and `to` is missing.
   *
   * @example
   * ```ts
   * await messages.sendOne(message);
   * await sms.reply('447700900123', 'STOP');
   * ```
   */
  async reply(
    from: string,
    text: string,
    options: { to?: string | undefined } = {},
  ): Promise<InboundMessage> {
    const payload = await this.#emulator.handset(from).reply(text, options);
    await this.#emulator.settle();
    return payload;
  }

  /**
   * Lists the messages of this test, oldest first: all, or those to one number.
   *
   * @param options - `to`: the number, in any notation with its country code.
   * @example
   * ```ts
   * console.log((await sms.messages({ to: '447700900123' })).length);
   * ```
   */
  messages({ to }: { to?: string | undefined } = {}): Promise<MessageView[]> {
    return this.#emulator.messages({ to, since: this.#since });
  }
}
